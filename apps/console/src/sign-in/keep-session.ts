import { call, queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { setLive } from '@packhouse/console-kit/calls/live-events.ts';
import { session, setSession, stranger } from '@packhouse/console-kit/session/session.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { hasUnsaved } from '@packhouse/ui/core.ts';
import { create } from 'zustand';
import { paths } from '../navigation/landing.ts';
import { rememberPath } from './redirect-memory.ts';
import { watchIdleness } from './session-check.ts';

/** Whether the page waits for its reader to sign in again over what they have typed. */
export const useSessionEnd = create<{ asking: boolean }>(() => ({ asking: false }));

/** Forgets who was there, who may look around now as everybody may. The installation is still the same one. */
export function forgetUser(): void {
  const { anonymousAllowed, anonymousUiBlocked } = session();
  const kind = anonymousAllowed && !anonymousUiBlocked ? 'anonymous' : 'nobody';
  setSession({ ...stranger, kind, ended: true });
  useSessionEnd.setState({ asking: false });
  queryClient.clear();
}

/** Goes on with the page as it stands: its reader has signed in again. */
export function resume(): void {
  useSessionEnd.setState({ asking: false });
  setLive(true);
  void queryClient.invalidateQueries();
}

/**
 * Leads to sign-in when the server no longer knows the session, and remembers where that was.
 * A page with something typed stays: there the sign-in comes to the page.
 */
export function keepSession(go: (path: string) => void, onSessionLost: (watcher: () => void) => () => void): () => void {
  const lost = () => {
    if (session().kind !== 'user' || useSessionEnd.getState().asking) return;
    setLive(false);
    rememberPath(window.location.pathname.replace(/^\/ui/, '') + window.location.search);
    if (hasUnsaved()) return useSessionEnd.setState({ asking: true });
    forgetUser();
    go(paths.ended);
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
