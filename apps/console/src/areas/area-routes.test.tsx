import { afterEach, expect, it, vi } from 'vitest';
import { makeRoutes } from './area-routes.tsx';

afterEach(() => vi.useRealTimers());

it('SHELL-014 a style sheet that hangs fails as CSS_CHUNK_LOAD_FAILED after the time a chunk has', async () => {
  vi.useFakeTimers();
  const route = makeRoutes({ id: 'x', title: { en: 'X' }, paths: [], nav: [], routes: [{ path: '/x', lazy: () => new Promise(() => {}) }] });
  const lazy = route.children?.[0]?.lazy as unknown as () => Promise<unknown>;
  const failure = lazy().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await failure).toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED' });
});
