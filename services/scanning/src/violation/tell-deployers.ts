import type { Context } from '../context.ts';
import { mayRead, readableRepositories } from '../summary/readable-targets.ts';
import type { UntoldViolation } from './tell-queries.ts';

/** Who put the files there, by name. */
async function findNames({ peers }: Pick<Context, 'peers'>, rows: readonly UntoldViolation[]): Promise<Map<string, UntoldViolation[]>> {
  const byName = new Map<string, UntoldViolation[]>();
  for (const [repository, those] of Map.groupBy(rows, (row) => row.repository)) {
    const names = await peers.contents?.deployers(
      repository,
      those.map(({ path }) => path),
    );
    for (const row of those) {
      const name = names?.get(row.path);
      if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), row]);
    }
  }
  return byName;
}

/** Addresses of those who deployed the files of some violations, each with what is told to it: what its owner may read still. */
export async function findDeployers(context: Pick<Context, 'peers'>, rows: readonly UntoldViolation[]): Promise<Map<string, readonly UntoldViolation[]>> {
  const { peers } = context;
  const found = new Map<string, readonly UntoldViolation[]>();
  for (const [name, those] of await findNames(context, rows)) {
    const actor = await peers.actorNamed?.(name);
    const address = actor && (await peers.notices?.addressOf(name));
    if (!actor || address === undefined) continue;
    const repositories = await readableRepositories(context, actor);
    const readable = those.filter((row) => mayRead(actor, repositories, row));
    if (readable.length > 0) found.set(address.toLowerCase(), [...(found.get(address.toLowerCase()) ?? []), ...readable]);
  }
  return found;
}
