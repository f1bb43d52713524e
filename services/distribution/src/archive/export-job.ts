import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { audit } from '../release-bundle/announce.ts';
import { type Doer, needReleaseBundle, type Place } from '../release-bundle/release-bundle.ts';
import { type ReleaseBundleRow, selectFiles, selectSigned } from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { beginExport, type ExportRow, lockExport, selectExport, updateExport } from './archive-queries.ts';

const exportJobName = 'export-release-bundle';

/** Begins to pack a version, unless that is under way or done. */
export async function startExport(context: Context, place: Place, doer: Doer): Promise<ExportRow> {
  const { db, platform } = context;
  authorise(doer.actor, 'manage', releaseBundleResource(place.name, place.version));
  const bundle = await needReleaseBundle(context, doer.actor, place);
  if (bundle.state !== 'SIGNED' || bundle.incoming) throw new AppError(distributionWords.bundle_unsigned, { ...place });
  await db.transaction().execute(async (tx) => {
    if (!(await beginExport(tx, { bundle_id: bundle.id, message: null, path: null, created_by: doer.actor.name }))) return;
    await platform.jobs.add(exportJobName, { bundleId: bundle.id }, { key: `${exportJobName} ${bundle.id}`, transaction: tx });
    await audit(context, tx, doer, 'release-bundle.exported', `${place.name}/${place.version}`);
  });
  return (await selectExport(db, bundle.id))!;
}

export async function findExport(
  context: Context,
  { actor }: Pick<Doer, 'actor'>,
  place: Place,
): Promise<{ row: ExportRow | undefined; storingRepository: string }> {
  const { id, storing_repository: storingRepository } = await needReleaseBundle(context, actor, place);
  return { row: await selectExport(context.db, id), storingRepository };
}

async function packVersion({ db, storage }: Context, bundle: ReleaseBundleRow, by: string): Promise<string> {
  const { name, version, storing_repository: repository, manifest, signature } = bundle;
  if (manifest === null || signature === null) throw new AppError(distributionWords.bundle_unsigned, { name, version });
  const contents = new Map((await selectFiles(db, bundle.id)).map(({ sha256, size }) => [sha256, size]));
  const signed = JSON.stringify({ manifest, signature });
  return storage.packArchive({ repository, name, version }, { signed, contents }, by);
}

/** Packs the archive. It may run again at any time: the row is held, and what is done is not done again. */
export function exportJob(context: Context): Job<{ bundleId: number }> {
  const { db, log } = context;
  return {
    name: exportJobName,
    run: ({ bundleId }) =>
      db.transaction().execute(async (tx) => {
        const row = await lockExport(tx, bundleId);
        const bundle = row && (await selectSigned(tx, bundleId));
        if (!bundle || row.status !== 'IN_PROGRESS') return;
        try {
          await updateExport(tx, bundleId, { status: 'COMPLETED', path: await packVersion(context, bundle, row.created_by) });
        } catch (error) {
          log.warn({ err: error, bundle: bundle.name, version: bundle.version }, 'a release bundle could not be exported');
          const failure = error instanceof AppError ? error : new AppError(distributionWords.run_failed, {}, { cause: error });
          await updateExport(tx, bundleId, { status: 'FAILED', ...keepSaid(saidBy(failure)) });
        }
      }),
  };
}
