import { AppError } from '@packhouse/contract/errors.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { RepositoryDirectory } from '@packhouse/peers/repositories.ts';
import type { Context } from '../context.ts';
import { recordChange } from './record-change.ts';
import { publishChange, updateRepository } from './repository.ts';
import { lockRepository, renameEnvironmentOfRepositories, updateRepositoryRow } from './repository-queries.ts';

/** Offers what other services change of repositories. */
export function placing(context: Context): Pick<RepositoryDirectory, 'place' | 'setScanned' | 'renameEnvironment'> {
  const { db, directory } = context;
  return {
    async place(key, place, by) {
      await db.transaction().execute(async (tx) => {
        const row = await lockRepository(tx, key);
        if (!row) throw new AppError(sharedWords.repository_missing, { key });
        const updated = await updateRepositoryRow(tx, row.id, { project_key: place.projectKey ?? null, environments: [...place.environments] });
        await publishChange(context, tx, 'updated', updated);
        const before = { projectKey: row.project_key ?? undefined, environments: row.environments };
        await recordChange(context, tx, 'placed', { name: by.actor, address: by.address }, { subject: key, before, after: place });
      });
      directory.forget();
    },
    async setScanned(key, scanned, by) {
      // Nothing but this changes, so that no more right is needed than whoever asks has.
      await updateRepository(context, key, { settings: { scanned } }, { name: by.actor, address: by.address, administrator: true });
    },
    async renameEnvironment(from, to) {
      await renameEnvironmentOfRepositories(db, from, to);
      directory.forget();
    },
  };
}
