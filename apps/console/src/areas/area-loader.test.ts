import type { Area } from '@packhouse/console-kit/session/area.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findArea, type ListedArea } from './area-list.ts';
import { AreaLoader, isChunkFailure, MountTimeout, type Remotes, within } from './area-loader.ts';

const listed: ListedArea = { id: 'access', title: { en: 'Access' }, paths: ['/admin/management'], nav: [], entry: '/ui/areas/access/remoteEntry.js' };
const area: Area = { id: 'access', title: { en: 'Access' }, paths: [], nav: [], routes: [] };

function remotes(load: Remotes['load']) {
  return { register: vi.fn<Remotes['register']>(async () => undefined), load: vi.fn(load) };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('SHELL-011 fetches an area when it is first entered, and once', async () => {
  const federation = remotes(async () => ({ default: area }));
  const loader = new AreaLoader(federation);
  expect(federation.load).not.toHaveBeenCalled();
  expect(await loader.load(listed)).toBe(area);
  expect(await loader.load(listed)).toBe(area);
  expect(federation.load).toHaveBeenCalledTimes(1);
  expect(federation.register).toHaveBeenCalledWith('packhouse_area_access', listed.entry, false);
});

it('SHELL-016 only logs what cannot be fetched, and tries again when asked', async () => {
  let fails = true;
  const loader = new AreaLoader(remotes(async () => (fails ? Promise.reject(new Error('RUNTIME-008')) : { default: area })));
  expect(await loader.load(listed)).toBeUndefined();
  expect(console.error).toHaveBeenCalledWith('Could not fetch microfrontend application', 'access', expect.any(Error));
  expect(loader.failureOf('access')).toBeInstanceOf(Error);
  fails = false;
  loader.forgive('access');
  expect(await loader.load(listed)).toBe(area);
  expect(loader.failureOf('access')).toBeUndefined();
});

it('LIMIT-003 counts an area that is not mounted in time as failed', async () => {
  vi.useFakeTimers();
  const loader = new AreaLoader(remotes(() => new Promise(() => {})));
  const loading = loader.load(listed);
  await vi.advanceTimersByTimeAsync(99_999);
  expect(loader.failureOf('access')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(await loading).toBeUndefined();
  expect(loader.failureOf('access')).toBeInstanceOf(MountTimeout);
});

it('LIMIT-004 keeps an area for a week and fetches it again after that', async () => {
  let now = 0;
  const federation = remotes(async () => ({ default: area }));
  const loader = new AreaLoader(federation, () => now);
  await loader.load(listed);
  now = 604_799_999;
  await loader.load(listed);
  expect(federation.load).toHaveBeenCalledTimes(1);
  now = 604_800_000;
  await loader.load(listed);
  expect(federation.load).toHaveBeenCalledTimes(2);
  expect(federation.register).toHaveBeenLastCalledWith('packhouse_area_access', listed.entry, true);
});

it('knows the failures of scripts and style sheets by the names the bundler gives them', () => {
  expect(isChunkFailure(Object.assign(new Error('x'), { name: 'ChunkLoadError' }))).toBe(true);
  expect(isChunkFailure(Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }))).toBe(true);
  expect(isChunkFailure(new Error('x'))).toBe(false);
});

it('passes on what comes in time', async () => {
  expect(await within(Promise.resolve(1), 10, () => new Error('late'))).toBe(1);
});

it('gives a path to the area with the longest beginning', () => {
  const all = [listed, { ...listed, id: 'other', paths: ['/admin'] }];
  expect(findArea('/admin/management/users', all)?.id).toBe('access');
  expect(findArea('/admin/else', all)?.id).toBe('other');
  expect(findArea('/administration', all)).toBeUndefined();
});
