import { call, queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { setLive } from '@packhouse/console-kit/calls/live-events.ts';
import { nobody, session, setSession } from '@packhouse/console-kit/session/session.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { rememberPath } from './redirect-memory.ts';
import { watchIdleness } from './session-check.ts';

/** Leads to sign-in when the server no longer knows the session, and remembers where that was. */
export function keepSession(go: (path: string) => void, onSessionLost: (watcher: () => void) => () => void): () => void {
  const lost = () => {
    if (session().kind !== 'user') return;
    const { interface: kept, features, services } = session();
    setLive(false);
    rememberPath(window.location.pathname.replace(/^\/ui/, '') + window.location.search);
    setSession({ ...nobody, interface: kept, features, services });
    queryClient.clear();
    go('/login?ended=true');
  };
  const check = async () => {
    if (session().kind !== 'user') return;
    try {
      const { kind } = await call(currentUser, {});
      if (kind !== 'user') lost();
    } catch {
      // A refusal has already been announced; a server that does not answer says nothing about the session.
    }
  };
  const stopWatching = watchIdleness(() => void check());
  const stopListening = onSessionLost(lost);
  return () => {
    stopWatching();
    stopListening();
  };
}
