import { setTimeout } from 'node:timers/promises';
import type { FederationChanges } from './federation-changes.ts';
import type { FederationMember } from './federation-member.ts';

/** What happens to members while they change things, in turns. */
export const disturbances = ['kill', 'cut', 'back up', 'swallow', 'wrong clock', 'restore', 'right clock'] as const;
export type Disturbance = (typeof disturbances)[number];

/** How long a member is cut off, in milliseconds. */
const apart = 8000;
/** Milliseconds by which a clock is wrong. */
const wrong = 20 * 60_000;
const patience = 30_000;

/** Whether the others have heard of everything that a member has done so far. */
async function isHeard(member: FederationMember): Promise<boolean> {
  const rows = await member.query(`select 1 from federation_dirty union all
    select 1 from federation_link, federation_state where direction = 'out' and mode = 'mesh' and (phase <> 'live' or federation_link.position < federation_state.position)`);
  return rows.length === 0;
}

/** Puts a member back to its backup. What it did since then and nobody has heard of is lost; answers how many restrictions that were. */
async function restore(member: FederationMember, changes: FederationChanges, since: number): Promise<number> {
  // Nobody changes anything there any more: what is restored was broken before.
  member.isDown = true;
  const end = performance.now() + patience;
  let heard = await isHeard(member);
  while (!heard && performance.now() < end) {
    await setTimeout(250);
    heard = await isHeard(member);
  }
  const lost = heard ? 0 : changes.forget(member, since);
  await member.restore();
  return lost;
}

export interface Disturbed {
  counts: Map<Disturbance, number>;
  /** Restrictions that were lost with what a backup did not know, and nobody had heard of. */
  lost: number;
}

/** Disturbs one member after the other until the time is over, or so many were. `say` is told what and whom. */
export async function disturb(
  members: readonly FederationMember[],
  changes: FederationChanges,
  { turns, between, end, say, random }: { turns: number; between: number; end: AbortSignal; say: (text: string) => void; random: () => number },
): Promise<Disturbed> {
  const counts: Disturbed['counts'] = new Map();
  const backups = new Map<FederationMember, number>();
  let lost = 0;
  for (let turn = 0; turn < turns; turn++) {
    await setTimeout(between, undefined, { signal: end }).catch(() => undefined);
    if (end.aborted) break;
    const what = disturbances[turn % disturbances.length]!;
    const saved = members.find((one) => backups.has(one));
    const member = what === 'restore' && saved ? saved : members[Math.floor(random() * members.length)]!;
    if (what === 'restore' && !backups.has(member)) continue;
    say(`${what} ${member.name}`);
    counts.set(what, (counts.get(what) ?? 0) + 1);
    if (what === 'kill') await member.kill();
    else if (what === 'wrong clock') await member.kill(random() < 0.5 ? wrong : -wrong);
    else if (what === 'right clock') for (const one of members) await one.kill(0);
    else if (what === 'back up') {
      // What is under way when it ends is not in the backup.
      backups.set(member, changes.count);
      await member.backUp();
    } else if (what === 'restore') {
      lost += await restore(member, changes, backups.get(member)!);
      backups.delete(member);
    } else {
      member.cut(what === 'cut' ? 'turned-away' : 'silent');
      await setTimeout(apart, undefined, { signal: end }).catch(() => undefined);
      member.mend();
    }
  }
  return { counts, lost };
}
