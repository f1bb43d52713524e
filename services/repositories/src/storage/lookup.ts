import type { Db } from '../schema.ts';
import { type StoredArtifact, selectArtifactsAt } from './artifact-queries.ts';
import { batched } from './batch.ts';
import { selectClaims, selectDirectoryRevision, selectFolders, selectRevisions } from './lookup-queries.ts';

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
