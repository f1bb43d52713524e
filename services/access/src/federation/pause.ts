import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { endFailures, endPauses, type Link, selectPaused } from './link-queries.ts';

/** Seconds of the longest pause: while nobody answers, each try costs next to nothing; one that is refused may have sent a whole batch. */
const longest = { away: 15, refused: 300 };

const refusals: ReadonlySet<string | undefined> = new Set(
  [...Object.values(federationWords), trustWords.peer_trusts_us_not, trustWords.trust_ended, trustWords.no_trusted_deployment].map(({ reason }) => reason),
);

/** Whether a try was refused by the other deployment, and by nothing that stands in for it while it is away. */
function isRefusal({ reason, values }: Pick<Said, 'reason' | 'values'>): boolean {
  return refusals.has(reason) && !(reason === federationWords.peer_refused.reason && Number(values?.status) >= 500);
}

/** Seconds until the next try, after this many that failed one after the other; the last one with these words. */
export function getPause(failures: number, said: Pick<Said, 'reason' | 'values'>): number {
  return Math.min(isRefusal(said) ? longest.refused : longest.away, 2 ** Math.min(failures - 1, 12));
}

const wasRefused = ({ said }: Pick<Link, 'said'>) => said !== null && isRefusal(said);

/**
 * A deployment has called, or answered: links to it that wait because it was away go on at once, however long they were to wait. Those that it refuses wait: what it refuses
 * does not get better by its calls.
 */
export async function endPausesOf({ db }: Pick<Context, 'db'>, { id: peer, purposes }: Pick<Peer, 'id' | 'purposes'>): Promise<void> {
  // No link leads to any other.
  if (!purposes.includes('federation')) return;
  const ids = (await selectPaused(db, peer)).filter((link) => !wasRefused(link)).map(({ id }) => id);
  if (ids.length > 0) await endPauses(db, ids);
}

/** What a refusal was about may have changed: the trust between two deployments, or what one of them accepts. So links that were refused, too, are tried at once. */
export const tryAgain = (db: Db, peer: string): Promise<void> => endFailures(db, peer);
