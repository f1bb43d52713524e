import type { Context } from '../context.ts';
import { readProjects } from '../ignore/ignored-queries.ts';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';
import { selectLicencesOf } from './knowledge-queries.ts';

/** Licences that were set for versions, by version: that of their project, else the one that holds everywhere. */
export async function readSetLicences(
  { db, peers }: Pick<Context, 'peers'> & { db: Db },
  targets: readonly Pick<TargetRow, 'id'>[],
): Promise<Map<number, string[]>> {
  return selectLicencesOf(
    db,
    targets.map(({ id }) => id),
    await readProjects(peers),
  );
}
