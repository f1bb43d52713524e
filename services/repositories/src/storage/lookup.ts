import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type StoredArtifact, selectArtifactsAt } from './artifact-queries.ts';
import { batched } from './batch.ts';

/** Lookups that requests share: strictly consistent with the database, few queries under load. */
export interface Lookups {
  artifact(place: { repositoryId: number; path: string }): Promise<StoredArtifact | undefined>;
  /** Revision of a package; undefined when the repository has none of that name. */
  packageRevision(place: { repositoryId: number; name: string }): Promise<number | undefined>;
  /** Of all repositories and their members together. */
  directoryRevision(): Promise<number>;
  isFolder(place: { repositoryId: number; path: string }): Promise<true | undefined>;
  /** Ids of the local repositories that claim a name; undefined when none does. */
  claimants(name: { format: string; name: string }): Promise<readonly number[] | undefined>;
}

const placeId = (place: { repositoryId: number; path: string }) => `${place.repositoryId}/${place.path}`;

export function openLookups(db: Db): Lookups {
  const directory = batched(
    async () => new Map([['', await selectDirectoryRevision(db)]]),
    () => '',
  );
  return {
    directoryRevision: async () => (await directory('')) ?? 0,
    artifact: batched(async (places) => new Map((await selectArtifactsAt(db, places)).map((row) => [placeId(row), row])), placeId),
    packageRevision: batched(
      async (places) => new Map((await selectRevisions(db, places)).map((row) => [`${row.repositoryId}/${row.name}`, row.revision])),
      (place) => `${place.repositoryId}/${place.name}`,
    ),
    claimants: batched(
      async (names) => {
        const found = new Map<string, number[]>();
        for (const row of await selectClaims(db, names))
          found.set(`${row.format}/${row.name}`, [...(found.get(`${row.format}/${row.name}`) ?? []), row.repositoryId]);
        return found;
      },
      (name) => `${name.format}/${name.name}`,
    ),
    isFolder: batched(async (places) => new Map((await selectFolders(db, places)).map((row) => [placeId(row), true as const])), placeId),
  };
}

async function selectRevisions(db: Db, places: readonly { repositoryId: number; name: string }[]) {
  const { rows } = await sql<{ repositoryId: number; name: string; revision: number }>`
    select p.repository_id as "repositoryId", p.name, p.revision
    from unnest(${places.map((place) => place.repositoryId)}::bigint[], ${places.map((place) => place.name)}::text[]) as wanted(repository_id, name)
    join package p on p.repository_id = wanted.repository_id and p.name = wanted.name`.execute(db);
  return rows;
}

async function selectDirectoryRevision(db: Db): Promise<number> {
  return (await db.selectFrom('directory_revision').select('revision').executeTakeFirstOrThrow()).revision;
}

async function selectFolders(db: Db, places: readonly { repositoryId: number; path: string }[]) {
  const { rows } = await sql<{ repositoryId: number; path: string }>`
    select f.repository_id as "repositoryId", f.path
    from unnest(${places.map((place) => place.repositoryId)}::bigint[], ${places.map((place) => place.path)}::text[]) as wanted(repository_id, path)
    join folder f on f.repository_id = wanted.repository_id and f.path = wanted.path`.execute(db);
  return rows;
}

async function selectClaims(db: Db, names: readonly { format: string; name: string }[]) {
  const { rows } = await sql<{ format: string; name: string; repositoryId: number }>`
    select c.format, c.name, c.repository_id as "repositoryId"
    from unnest(${names.map((one) => one.format)}::text[], ${names.map((one) => one.name)}::text[]) as wanted(format, name)
    join name_claim c on c.format = wanted.format and c.name = wanted.name`.execute(db);
  return rows;
}
