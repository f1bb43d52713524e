import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { session, setSession } from '@packhouse/console-kit/session/session.ts';
import { changePassword, currentUser, login, logout, redirectTarget } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { answers, everythingElse, refuse, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server } from '@packhouse/testkit/console/render-area.tsx';
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberExternal, rememberPath } from './redirect-memory.ts';
import { afterLogin, renewPassword, signIn, signOut } from './sign-in.ts';

prepareConsole();

const steps: string[] = [];
const go = (path: string) => void steps.push(`go ${path}`);
const ann = { name: 'ann', realm: 'internal' };
const live = { close: vi.fn() };

/** The browser's connection for live events. */
class Events {
  constructor() {
    steps.push('refreshes resumed');
  }
  addEventListener = () => undefined;
  close = live.close;
}

beforeEach(() => {
  steps.length = 0;
  live.close.mockReset();
  sessionStorage.clear();
  vi.stubGlobal('EventSource', Events);
  server.use(
    answers(currentUser, () => {
      steps.push(`started as ${session().name}`);
      return {
        ...ann,
        mfaStatus: 'none' as const,
        kind: 'user' as const,
        administrator: false,
        email: '',
        groups: [],
        profileUpdatable: true,
        actions: { repository: [], build: [], releaseBundle: [] },
      };
    }),
    answers(logout, () => void steps.push('logout')),
    // What else the start of the console asks for may fail; it goes on without.
    everythingElse(refuse('not_found')),
  );
});

async function leave() {
  await signOut(() => undefined);
  steps.length = 0;
}

it('AUTH-026 stores the user, starts the application, resumes refreshes, clears what strangers saw, and then redirects', async () => {
  queryClient.setQueryData(['seen by a stranger'], true);
  await afterLogin(ann, (path) => steps.push(`${queryClient.getQueryData(['seen by a stranger']) ? 'kept' : 'cleared'}, go ${path}`));
  expect(steps).toEqual(['started as ann', 'refreshes resumed', 'cleared, go /home']);
  await leave();
});

it('AUTH-027 goes to the stored address outside the console, otherwise to the path inside', async () => {
  rememberPath('/packages');
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  rememberExternal('/artifactory/libs/');
  server.use(answers(redirectTarget, ({ query }) => ({ url: query.get('redirectTo') ?? '' })));
  await afterLogin(ann, go);
  expect(assign).toHaveBeenCalledWith('/artifactory/libs/');
  expect(steps).not.toContain('go /packages');
  rememberExternal('https://evil.test/');
  server.use(refuses(redirectTarget, 'bad_request'));
  await afterLogin(ann, go);
  expect(assign).toHaveBeenCalledTimes(1);
  expect(steps).toContain('go /packages');
  vi.unstubAllGlobals();
  vi.stubGlobal('EventSource', Events);
  await leave();
});

it('AUTH-028 redirects nowhere when that is prevented, though the user is stored and the application started', async () => {
  await afterLogin(ann, go, { preventRedirect: true });
  expect(session()).toMatchObject({ kind: 'user', name: 'ann' });
  expect(steps).toEqual(['started as ann', 'refreshes resumed']);
  await leave();
});

it('AUTH-025 completes the sign-in at once when no second factor is owed', async () => {
  server.use(answers(login, { ...ann, mfaStatus: 'none' }));
  await signIn({ user: 'ann', password: 'Secret123', remember: true }, go);
  expect(steps.at(-1)).toBe('go /home');
  expect(session()).toMatchObject({ kind: 'user', name: 'ann' });
  await leave();
});

it('AUTH-037 changes the password and signs in with the new one', async () => {
  server.use(
    answers(changePassword, ({ body }) => void steps.push(JSON.stringify(body))),
    answers(login, ({ body }) => {
      steps.push(JSON.stringify(body));
      return { ...ann, mfaStatus: 'none' as const };
    }),
  );
  await renewPassword({ user: 'ann', oldPassword: 'Old12345', newPassword: 'New12345' }, go);
  expect(steps.slice(0, 2)).toEqual([
    JSON.stringify({ userName: 'ann', oldPassword: 'Old12345', newPassword: 'New12345' }),
    JSON.stringify({ user: 'ann', password: 'New12345', type: 'login' }),
  ]);
  expect(steps.at(-1)).toBe('go /home');
  await leave();
});

it('AUTH-035 signs out on the server, pauses refreshes and forgets who it was and how far the guides went', async () => {
  await afterLogin(ann, go);
  localStorage.setItem('packhouse.guide', '3');
  localStorage.setItem('packhouse.identity', 'ann');
  queryClient.setQueryData(['private'], true);
  server.use(refuses(currentUser, 'unauthenticated'));
  steps.length = 0;
  await signOut(go);
  expect(steps).toEqual(['logout', 'go /login?logout=true']);
  expect(live.close).toHaveBeenCalled();
  expect(localStorage.getItem('packhouse.guide')).toBeNull();
  expect(localStorage.getItem('packhouse.identity')).toBeNull();
  expect(queryClient.getQueryData(['private'])).toBeUndefined();
  expect(session()).toMatchObject({ kind: 'nobody', name: '' });
  setSession({});
});
