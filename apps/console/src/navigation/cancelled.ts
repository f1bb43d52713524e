import type { Session } from '@packhouse/console-kit/session/session.ts';
import type { FeatureName } from '@packhouse/contract/shell/shell-routes.ts';

/** Pages that exist only where a switch is on; going there otherwise goes nowhere. */
const gates: readonly { path: string; feature: FeatureName }[] = [
  { path: '/demo', feature: 'testing' },
  { path: '/template', feature: 'commonTested' },
];

/** Whether going to this address is cancelled, so that the reader stays where they are. */
export function isCancelled(path: string, { features }: Pick<Session, 'features'>): boolean {
  return gates.some((gate) => (path === gate.path || path.startsWith(`${gate.path}/`)) && features[gate.feature] !== true);
}

interface Navigator {
  navigate: (...going: never[]) => Promise<void>;
}

/** The path that a router is asked to go to; undefined where it goes by steps. */
export function findPath(to: unknown): string | undefined {
  if (typeof to === 'string') return to.split(/[?#]/)[0];
  return typeof to === 'object' && to !== null ? (to as { pathname?: string }).pathname : undefined;
}

/** Makes a router stay where it is when it is asked to go to a page that is switched off. */
export function cancelSwitchedOff<R extends Navigator>(router: R, session: () => Pick<Session, 'features'>): R {
  const { navigate } = router;
  const guarded = async (...going: never[]) => {
    const path = findPath(going[0]);
    if (path === undefined || !isCancelled(path, session())) await navigate(...going);
  };
  return Object.assign(router, { navigate: guarded });
}
