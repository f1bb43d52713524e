import type { Federation } from '@packhouse/contract/mission-control/federation-routes.ts';

/** Milliseconds until federations are asked for again, since no event tells how far a link is: soon while something is under way, and now and then what may fail or heal by itself. */
const [soon, nowAndThen] = [2000, 15_000];

function isUnderWay({ links, ending, unreachable }: Federation): boolean {
  return (
    ending || (links.length === 0 && unreachable.length === 0) || links.some(({ state, behind, error }) => error === null && (state !== 'live' || behind > 0))
  );
}

/** How soon federations are asked for again; false while there are none. */
export function getPace(federations: readonly Federation[]): number | false {
  if (federations.some(isUnderWay)) return soon;
  return federations.length > 0 ? nowAndThen : false;
}
