import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { executeFederation, readFederation } from '@packhouse/contract/mission-control/federation-routes.ts';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import { seedDatabase } from '../../tools/serve/seeded-home.ts';
import { FederationChanges, type Restriction } from './federation-changes.ts';
import { type Disturbed, disturb } from './federation-disturbances.ts';
import { FederationMember, pair } from './federation-member.ts';
import { findRisen, waitUntilEqual } from './federation-verdict.ts';
import { makeRandom } from './seeded-random.ts';

export interface FederationRun {
  /** Members of the mesh, which all change things; one more platform is the target of a star where that is wanted. */
  mesh: number;
  star: boolean;
  /** So many disturbances at most. */
  turns: number;
  /** Milliseconds: how long changes are made at most, between two disturbances, and until all have to be equal. */
  length: number;
  between: number;
  patience: number;
  seed: number;
  say: (text: string) => void;
}

export interface FederationResult {
  members: number;
  changes: number;
  made: ReadonlyMap<string, number>;
  refused: ReadonlyMap<string, number>;
  disturbed: Disturbed;
  lines: number;
  differing: string[];
  milliseconds: number;
  restrictions: Restriction[];
  risen: string[];
  /** Lines of the logs that tell of something unforeseen. */
  errors: string[];
}

const entityTypes = ['USERS' as const, 'GROUPS' as const, 'PERMISSIONS' as const, 'TOKENS' as const];

/** Lets members of a mesh, and the target of a star where there is one, share everything; ends when all links of the mesh are up to date. */
export async function federate(mesh: readonly FederationMember[], target: FederationMember | undefined): Promise<void> {
  const all = [...mesh, ...(target ? [target] : [])];
  for (const [index, one] of all.entries()) for (const other of all.slice(index + 1)) await pair(one, other);
  const [first, ...others] = mesh as [FederationMember, ...FederationMember[]];
  const shared = { source: first.id, entityTypes, adopt: true, adoptAdministrators: true };
  const { id } = await first.call(executeFederation, { body: { ...shared, mode: 'mesh', targets: others.map((one) => one.id) } });
  if (target) await first.call(executeFederation, { body: { ...shared, mode: 'star', targets: [target.id], forward: true } });
  for (;;) {
    const { links } = await first.call(readFederation, { params: { source: id } });
    if (links.length === mesh.length * (mesh.length - 1) && links.every(({ state }) => state === 'live')) return;
    await setTimeout(250);
  }
}

/** Starts platforms, lets them change things at random while they are disturbed, and says what they hold in the end. */
export async function runFederation(run: FederationRun): Promise<FederationResult> {
  const random = makeRandom(run.seed);
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-federation-run-'));
  await seedDatabase(folder);
  const database = await startDatabase(folder);
  const started: FederationMember[] = [];
  try {
    for (let number = 1; number <= run.mesh + (run.star ? 1 : 0); number++) started.push(await FederationMember.start(`member${number}`, folder, database));
    const mesh = started.slice(0, run.mesh);
    await federate(mesh, started[run.mesh]);
    run.say(`${started.length} platforms share everything`);
    const changes = new FederationChanges(mesh, random);
    const ended = new AbortController();
    const end = AbortSignal.any([AbortSignal.timeout(run.length), ended.signal]);
    const changing = Array.from({ length: 3 }, async () => {
      while (!end.aborted) {
        await changes.makeOne();
        await setTimeout(50 + random() * 150);
      }
    });
    const disturbed = await disturb(started, changes, { ...run, end, random });
    ended.abort();
    await Promise.all(changing);
    for (const one of started) one.mend();
    // Whatever its clock was, everybody has the right one in the end.
    for (const one of started) await one.kill(0);
    // Something happens after the last of it, as it always does: nobody waits until then to hear of the rest.
    await mesh[0]!.call(createUser, { body: { name: 'the-last', password: 'Secret-pass-1' } });
    run.say('everything is mended');
    const { lines, differing, milliseconds } = await waitUntilEqual(started, run.patience);
    const restrictions = changes.holding();
    const risen = await findRisen(started, restrictions);
    const errors = (await Promise.all(started.map((one) => one.readErrors()))).flat();
    const { made, refused, count } = changes;
    return { members: started.length, changes: count, made, refused, disturbed, lines, differing, milliseconds, restrictions, risen, errors };
  } finally {
    await Promise.all(started.map((one) => one.stop()));
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
