import { getFormat } from '@packhouse/formats/formats.ts';
import type { Context } from '../../context.ts';
import type { LocalRepository } from '../../directory/directory.ts';
import { everything } from '../../directory/sight.ts';
import { walkFiles } from '../../storage/listing-queries.ts';
import { getFolder, getName } from '../../storage/path.ts';
import { removeArtifacts } from '../../storage/removal.ts';

/** After an upload: removes the builds of its snapshot that the repository's setting no longer allows. */
export async function limitSnapshots(context: Context, repository: LocalRepository, paths: readonly string[], actor: string): Promise<void> {
  const { maxUniqueSnapshots } = repository.settings;
  const { snapshots } = getFormat(repository.format);
  if (maxUniqueSnapshots === 0 || !snapshots) return;
  const folders = new Set(paths.map(getFolder).filter(snapshots.isFolder));
  for (const folder of folders) {
    const files: string[] = [];
    for await (const file of walkFiles(context, { repositoryId: repository.id, folder, sight: everything })) files.push(file.path);
    const surplus = snapshots.surplus(files.map(getName), maxUniqueSnapshots);
    const doomed = files.filter((path) => surplus.has(getName(path)));
    if (doomed.length > 0) await removeArtifacts(context, repository, { actor, paths: doomed });
  }
}
