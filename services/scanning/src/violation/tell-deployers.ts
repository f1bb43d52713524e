import { isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
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
export async function findDeployers({ peers }: Pick<Context, 'peers'>, rows: readonly UntoldViolation[]): Promise<Map<string, readonly UntoldViolation[]>> {
  const all = (await peers.repositories?.list()) ?? [];
  const found = new Map<string, readonly UntoldViolation[]>();
  for (const [name, those] of await findNames({ peers }, rows)) {
    const actor = await peers.actorNamed?.(name);
    const address = (actor && (await peers.notices?.addressOf(name)))?.toLowerCase();
    if (!actor || address === undefined) continue;
    const readable = those.filter((row) => {
      const repository = all.find(({ key }) => key === row.repository);
      return repository && isAllowed(actor, 'read', repositoryResource(repository, row.path));
    });
    if (readable.length > 0) found.set(address, [...(found.get(address) ?? []), ...readable]);
  }
  return found;
}
