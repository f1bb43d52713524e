import type { Context } from '../context.ts';
import { readProjects } from '../ignore/ignored-queries.ts';
import type { Db } from '../schema.ts';
import type { TargetRow } from '../target/target.ts';
import { type HeldLicences, selectHeldLicences, selectLicencesOf, selectSpellings } from './knowledge-queries.ts';

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

/** By which licences a version is judged. */
export interface CountingLicences {
  licences: readonly string[];
  /** Somebody here set them, whatever its author wrote. */
  custom: boolean;
}

/** Licences by which versions are judged, by version: what was set, else what their authors wrote. What means a licence that was described here goes by its name. */
export async function readLicences(
  context: Pick<Context, 'peers'> & { db: Db },
  targets: readonly Pick<TargetRow, 'id' | 'licences'>[],
): Promise<Map<number, CountingLicences>> {
  const [set, spellings] = [await readSetLicences(context, targets), await selectSpellings(context.db)];
  const call = (stated: string) => spellings.get(stated.trim().toLowerCase()) ?? stated;
  return new Map(targets.map(({ id, licences }) => [id, { licences: (set.get(id) ?? licences).map(call), custom: set.has(id) }]));
}

/** Licences by which what is inside versions is judged, by version, where any are known. */
export async function readHeldLicences(
  { db, peers }: Pick<Context, 'peers'> & { db: Db },
  targets: readonly Pick<TargetRow, 'id'>[],
): Promise<Map<number, HeldLicences[]>> {
  const ids = targets.map(({ id }) => id);
  const [held, spellings] = [await selectHeldLicences(db, ids, await readProjects(peers)), await selectSpellings(db)];
  const call = (stated: string) => spellings.get(stated.trim().toLowerCase()) ?? stated;
  return new Map([...held].map(([id, list]) => [id, list.map((one) => ({ ...one, licences: one.licences.map(call) }))]));
}
