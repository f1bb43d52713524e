import '@testing-library/jest-dom/vitest';
import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { noteReachable } from '@packhouse/console-kit/calls/connection.ts';
import { nobody, type Session, setSession } from '@packhouse/console-kit/session/session.ts';
import { NotificationArea, notify } from '@packhouse/ui/core.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { takeFaults } from './possible-answers.ts';

/** Answers the console's calls in component tests; a call that no test answers fails it. */
export const server = setupServer();

/** Stands up the browser's missing parts and the answering server around the tests of one file, which leaves nothing behind for the files after it. */
export function prepareConsole(): void {
  beforeAll(() => {
    // The first rendering of a large component takes long where two test files share a processor.
    configure({ asyncUtilTimeout: 30_000 });
    globalThis.matchMedia ??= ((media: string) => ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    })) as never;
    globalThis.ResizeObserver ??= class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    };
    server.listen({ onUnhandledFrame: 'error' });
  });
  afterEach(() => {
    cleanup();
    notify.closeAll();
    queryClient.clear();
    server.resetHandlers();
    setSession(nobody);
    noteReachable(true);
    localStorage.clear();
    sessionStorage.clear();
    const faults = takeFaults();
    if (faults.length > 0) throw new Error(`The test answers what no server of ours can:\n${faults.join('\n')}`);
  });
  afterAll(() => {
    server.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** An administrator's session, with what a test says otherwise. */
export function signIn(change: Partial<Session> = {}): void {
  setSession({ kind: 'user', name: 'admin', administrator: true, baseUrl: 'https://packages.example.test', ...change });
}

/** Shows an area's routes at an address, as the shell does; answers the router, whose state tells where the reader is. */
export function renderArea(routes: readonly RouteObject[], path: string, session: Partial<Session> = {}) {
  signIn(session);
  const router = createMemoryRouter([...routes, { path: '*', element: <p>elsewhere</p> }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={queryClient}>
      <NotificationArea />
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
