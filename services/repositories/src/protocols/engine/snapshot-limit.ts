import { getFormat } from '@packhouse/formats/formats.ts';
import type { Context } from '../../context.ts';
import type { LocalRepository } from '../../directory/directory.ts';
import { everything } from '../../directory/sight.ts';
import { walkFiles } from '../../storage/listing-queries.ts';
import { getFolder, getName } from '../../storage/path.ts';
import { removeArtifacts } from '../../storage/removal.ts';

/** The path under which the repository stores a file: it may give builds of snapshots their names. */
export async function findSnapshotPath(context: Context, repository: LocalRepository, path: string): Promise<string> {
  const { snapshotNames } = repository.settings;
  const { snapshots } = getFormat(repository.format);
  const folder = getFolder(path);
  if (!snapshots || snapshotNames === 'deployer' || !snapshots.isFolder(folder)) return path;
  if (snapshotNames === 'non-unique') return snapshots.plainName(path);
  return snapshots.uniqueName(path, await readNames(context, repository, folder), new Date());
}

async function readNames(context: Context, repository: LocalRepository, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const file of walkFiles(context, { repositoryId: repository.id, folder, sight: everything })) names.push(getName(file.path));
  return names;
}

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
