import { formatOf } from '@packhouse/formats/formats.ts';
import type { Context } from '../context.ts';
import { keepContents, refreshEntries } from '../indexing/index-entries.ts';
import type { StoringRepository } from '../repository/directory.ts';
import { countUpPackage, makePackage, mergeProperties, upsertVersion } from './commit-queries.ts';
import { walkFiles } from './listing.ts';
import { asStaged } from './stored-blob.ts';

/** Inspects every stored file again; answers how many belonged to a package. `progress` is told of every hundredth file. */
export async function reindex(
  context: Context,
  repository: StoringRepository,
  signal: AbortSignal,
  progress?: (seen: number) => Promise<void>,
): Promise<number> {
  const format = formatOf(repository.format);
  let count = 0;
  let seen = 0;
  for await (const file of walkFiles(context, repository.id, '')) {
    signal.throwIfAborted();
    seen++;
    if (seen % 100 === 0) await progress?.(seen);
    const location = format.locate(file.path);
    if (!location) continue;
    const inspection = await format.inspect?.(location, file.path, asStaged(context.platform.blobs, file)).catch((err) => {
      context.log.warn({ err, repository: repository.key, path: file.path }, 'a package could not be read');
      return undefined;
    });
    const { package: name, version, lead = false } = inspection ?? location;
    await context.db.transaction().execute(async (tx) => {
      const packageId = await makePackage(tx, repository, name);
      const row = await upsertVersion(tx, packageId, version, inspection?.facts, lead);
      await tx.updateTable('artifact').set({ version_id: row.id, lead }).where('id', '=', file.id).where('sha256', '=', file.sha256).execute();
      await mergeProperties(tx, [{ artifactId: file.id, properties: inspection?.properties }]);
      if (inspection?.listed !== undefined) await keepContents(tx, repository.format, [{ sha256: file.sha256, listed: inspection.listed }]);
      await refreshEntries(context, tx, repository, [file.id]);
      await countUpPackage(tx, packageId, {});
    });
    count++;
  }
  return count;
}
