import type { Want } from '@packhouse/formats/format.ts';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import type { LocalRepository } from '../../directory/directory.ts';
import type { Db } from '../../schema.ts';
import { localRows } from '../../storage/local-row-queries.ts';
import type { Call } from './call.ts';
import { selectPackagesState } from './listing-entry-queries.ts';

/** A repository's share of a listing: what it depends on, and its model when asked for. */
export interface Listing {
  /** Undefined when it cannot be told from a package's revision: then nothing is kept in memory. */
  validator: string | undefined;
  /** As it is now; or as it was at the moment of a snapshot, where others have to be of the same moment. */
  model(snapshot?: Db): Promise<unknown>;
}

/** Undefined when the repository's patterns hide the package. */
export async function localListing(call: Call, repository: LocalRepository, want: Want): Promise<Listing | undefined> {
  const { context, format } = call;
  if (!format.load || !patternsAccept(repository, want.path, want.package)) return undefined;
  const model = async (snapshot?: Db) => format.load?.(want, localRows({ db: snapshot ?? context.db }, repository));
  if (want.package === undefined)
    return { validator: `${repository.id}:${repository.revision}:${await selectPackagesState(context.db, repository.id)}`, model };
  const revision = await context.lookups.packageRevision({ repositoryId: repository.id, name: want.package });
  // A listing may stand for more than its package (a group of plugins): without rows of its own it is asked, and not kept.
  return { validator: revision === undefined ? undefined : `${repository.id}:${repository.revision}:${revision}`, model };
}
