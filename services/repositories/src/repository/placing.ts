import { AppError } from '@packhouse/contract/errors.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { RepositoryDirectory } from '@packhouse/peers/repositories.ts';
import type { Context } from '../context.ts';
import { parseSharing } from '../directory/directory.ts';
import { recordChange } from './record-change.ts';
import { publishChange, updateRepository } from './repository.ts';
import { lockRepository, removeSharedProject, renameEnvironmentOfRepositories, updateRepositoryRow } from './repository-queries.ts';

interface Placing extends Pick<RepositoryDirectory, 'place' | 'share' | 'setScanned' | 'renameEnvironment'> {
  /** Shares nothing with a project any more that is no more. */
  endSharing(projectKey: string): Promise<void>;
}

/** Offers what other services change of repositories. */
export function placing(context: Context): Placing {
  const { db, directory } = context;
  return {
    async place(key, place, by) {
      await db.transaction().execute(async (tx) => {
        const row = await lockRepository(tx, key);
        if (!row) throw new AppError(sharedWords.repository_missing, { key });
        const updated = await updateRepositoryRow(tx, row.id, {
          project_key: place.projectKey ?? null,
          environments: [...place.environments],
          // It is the project's own from now on.
          shared_with: row.shared_with.filter((one) => one !== place.projectKey),
        });
        await publishChange(context, tx, 'updated', updated);
        const before = { projectKey: row.project_key ?? undefined, environments: row.environments };
        await recordChange(context, tx, 'placed', { name: by.actor, address: by.address }, { subject: key, before, after: place });
      });
      directory.forget();
    },
    async share(key, change, by) {
      await db.transaction().execute(async (tx) => {
        const row = await lockRepository(tx, key);
        if (!row) throw new AppError(sharedWords.repository_missing, { key });
        const before = parseSharing(row);
        const after = change(before);
        const updated = await updateRepositoryRow(tx, row.id, {
          shared_with: after && after.projects !== 'all' ? [...after.projects] : [],
          shared_with_all: after?.projects === 'all',
          shared_read_only: after?.readOnly ?? false,
        });
        await publishChange(context, tx, 'updated', updated);
        await recordChange(
          context,
          tx,
          'shared',
          { name: by.actor, address: by.address },
          { subject: key, before: { sharing: before }, after: { sharing: after } },
        );
      });
      directory.forget();
    },
    async endSharing(projectKey) {
      const changed = await db.transaction().execute(async (tx) => {
        const rows = await removeSharedProject(tx, projectKey);
        for (const row of rows) await publishChange(context, tx, 'updated', row);
        return rows;
      });
      if (changed.length > 0) directory.forget();
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
