import { nobody, session, setSession } from '@packhouse/console-kit/session/session.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server } from '@packhouse/testkit/console/render-area.tsx';
import { expect, it, vi } from 'vitest';
import { keepSession } from './keep-session.ts';
import { pathAfterLogin } from './redirect-memory.ts';
import { watchIdleness } from './session-check.ts';

prepareConsole();

it('AUTH-050 checks when somebody comes back after a minute, and not before', () => {
  let now = 0;
  const onReturn = vi.fn();
  const stop = watchIdleness(onReturn, () => now);
  now = 59_999;
  window.dispatchEvent(new Event('pointerdown'));
  expect(onReturn).not.toHaveBeenCalled();
  now += 60_000;
  window.dispatchEvent(new Event('keydown'));
  expect(onReturn).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('keydown'));
  expect(onReturn).toHaveBeenCalledTimes(1);
  stop();
});

it('AUTH-051 leads to sign-in when the session has ended, and remembers the page', async () => {
  server.use(refuses(currentUser, 'unauthenticated'));
  window.history.pushState(null, '', '/ui/packages?name=x');
  setSession({ ...nobody, kind: 'user', name: 'ann' });
  const go = vi.fn();
  let announce = () => {};
  const stop = keepSession(go, (watcher) => {
    announce = watcher;
    return () => undefined;
  });
  announce();
  expect(go).toHaveBeenCalledWith('/login?ended=true');
  expect(session().kind).toBe('nobody');
  expect(pathAfterLogin(false)).toBe('/packages?name=x');
  stop();
});
