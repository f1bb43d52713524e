import type { Context } from '../../context.ts';
import type { LocalRepository } from '../../directory/directory.ts';
import { walkFiles } from '../../storage/listing.ts';
import { folderOf, nameOf } from '../../storage/path.ts';
import { removeArtifacts } from '../../storage/removal.ts';
import { everything } from '../../storage/sight.ts';

/** Timestamp and number of a build in the name of a unique snapshot: `lib-1.0-20260102.030405-7.jar`. */
const uniqueBuild = /-(\d{8}\.\d{6}-(\d+))(?=[.-])/;

/** The builds that are one too many, oldest first: the newest `keep` stay. */
export function surplusBuilds(names: readonly string[], keep: number): ReadonlySet<string> {
  const builds = new Map<string, number>();
  for (const name of names) {
    const match = uniqueBuild.exec(name);
    if (match?.[1] !== undefined) builds.set(match[1], Number(match[2]));
  }
  const oldestFirst = [...builds].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return new Set(oldestFirst.slice(0, Math.max(0, oldestFirst.length - keep)).map(([build]) => build));
}

/** After an upload: removes the builds of its snapshot that the repository's setting no longer allows. */
export async function limitSnapshots(context: Context, repository: LocalRepository, paths: readonly string[], actor: string): Promise<void> {
  const { maxUniqueSnapshots } = repository.settings;
  if (maxUniqueSnapshots === 0 || (repository.format !== 'maven' && repository.format !== 'gradle')) return;
  const folders = new Set(paths.map(folderOf).filter((folder) => folder.endsWith('-SNAPSHOT')));
  for (const folder of folders) {
    const files: string[] = [];
    for await (const file of walkFiles(context, { repositoryId: repository.id, folder, sight: everything })) files.push(file.path);
    const surplus = surplusBuilds(files.map(nameOf), maxUniqueSnapshots);
    const doomed = files.filter((path) => surplus.has(uniqueBuild.exec(nameOf(path))?.[1] ?? ''));
    if (doomed.length > 0) await removeArtifacts(context, repository, { actor, paths: doomed });
  }
}
