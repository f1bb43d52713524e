import { buffer } from 'node:stream/consumers';
import type { Inspection, Location, ReadBeside } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import { everything } from '../directory/sight.ts';
import type { StoredArtifact } from './artifact-queries.ts';
import { withRetries } from './commit.ts';
import { mergeProperties, touchMentions } from './commit-queries.ts';
import { withHead } from './headed-blob.ts';
import { inspectFile } from './inspected.ts';
import { listPaths, type Page } from './listing-queries.ts';
import { holdFiles, putVersions, type ReadVersion, setVersions, touchPackages } from './reindex-queries.ts';
import { findArtifact } from './stored-artifact.ts';
import { asStaged } from './stored-blob.ts';

/** Files whose rows are written in one transaction. */
const atOnce = 200;
/** Files looked into at the same time: what takes long is waiting for the disk or the bucket. */
const lanes = 8;

interface ReadFile {
  file: StoredArtifact;
  /** Absent for files that belong to no package. */
  found?: Location & Pick<Inspection, 'facts' | 'adds' | 'properties' | 'listed'>;
}

/** Where the reading of a repository has got to. */
export interface ReadingPlace {
  /** The last path that is done with. */
  path: string;
  /** How many files that are. */
  seen: number;
}

/**
 * Inspects every stored file again, some hundred at a time; answers how many belonged to a package. `progress` is told of what is done with;
 * `from`, what it was told of last, is where a reading that was broken off goes on.
 */
export async function reindex(
  context: Context,
  repository: StoringRepository,
  signal: AbortSignal,
  progress?: (seen: number, place: ReadingPlace) => Promise<void>,
  from?: ReadingPlace,
): Promise<number> {
  let count = 0;
  let seen = from?.seen ?? 0;
  let next: Promise<ReadPage> | undefined = readPage(context, repository, from?.path);
  while (next) {
    const { files, after }: ReadPage = await next;
    signal.throwIfAborted();
    // Looked into while the ones before are written.
    next = after === undefined ? undefined : readPage(context, repository, after);
    next?.catch(() => undefined);
    await withRetries(() => writePage(context, repository, files));
    count += files.filter(({ found }) => found !== undefined).length;
    seen += files.length;
    const last = files.at(-1);
    if (last) await progress?.(seen, { path: last.file.path, seen });
  }
  return count;
}

interface ReadPage {
  files: readonly ReadFile[];
  after: string | undefined;
}

async function readPage(context: Context, repository: StoringRepository, after: string | undefined): Promise<ReadPage> {
  const page: Page<StoredArtifact> = await listPaths(
    context,
    { repositoryId: repository.id, folder: '', sight: everything },
    { limit: atOnce, ...(after === undefined ? {} : { after }) },
  );
  const files: ReadFile[] = [];
  let turn = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (turn < page.items.length) {
        const at = turn++;
        files[at] = await readFile(context, repository, page.items[at]!);
      }
    }),
  );
  return { files, after: page.next };
}

async function readFile(context: Context, repository: StoringRepository, file: StoredArtifact): Promise<ReadFile> {
  const format = getFormat(repository.format);
  const location = format.locate(file.path);
  if (!location) return { file };
  const staged = withHead(asStaged(context.platform.blobs, file));
  const readBeside: ReadBeside = async (path, limit) => {
    const beside = await findArtifact(context, repository.id, path);
    return beside && beside.size <= limit ? buffer(await context.platform.blobs.open(beside.sha256)) : undefined;
  };
  const inspection = await inspectFile(context, format, location, file.path, staged, readBeside).catch((err) => {
    context.log.warn({ err, repository: repository.key, path: file.path }, 'a package could not be read');
    return undefined;
  });
  return { file, found: inspection ?? location };
}

/** Facts of files that do not stand for their version only fill an empty place. */
function makeVersions(files: readonly Required<ReadFile>[]): ReadVersion[] {
  const versions = new Map<string, ReadVersion>();
  for (const { found } of files) {
    const { package: name, version, lead = false, facts, adds } = found;
    const key = JSON.stringify([name, version]);
    const known = versions.get(key) ?? { package: name, version, facts: undefined, added: undefined, lead: false };
    versions.set(key, known);
    if (facts === undefined || (!lead && known.facts !== undefined)) continue;
    const added = adds && Object.fromEntries(adds.flatMap((fact) => (facts[fact] === undefined ? [] : [[fact, facts[fact]]])));
    Object.assign(known, { facts, added, lead: known.lead || lead });
  }
  return [...versions.values()];
}

async function writePage(context: Context, repository: StoringRepository, files: readonly ReadFile[]): Promise<void> {
  const read = files.filter((one): one is Required<ReadFile> => one.found !== undefined);
  if (read.length === 0) return;
  await context.db.transaction().execute(async (tx) => {
    // What has been replaced or deleted meanwhile has been looked into by whoever did that.
    const held = await holdFiles(
      tx,
      read.map(({ file }) => file),
    );
    const found = read.filter(({ file }) => held.has(file.id));
    const packages = await touchPackages(tx, repository, [...new Set(found.map((one) => one.found.package))].sort());
    const ids = await putVersions(tx, packages, makeVersions(found));
    await touchMentions(tx, repository, packages.keys());
    await setVersions(
      tx,
      found.map(({ file, found: { package: name, version, lead = false } }) => ({
        id: file.id,
        lead,
        versionId: ids.get(JSON.stringify([packages.get(name), version]))!,
      })),
    );
    await mergeProperties(
      tx,
      found.map(({ file, found: { properties } }) => ({ artifactId: file.id, properties })),
    );
    await context.hooks.keepContents(
      tx,
      repository.format,
      found.flatMap(({ file, found: { listed } }) => (listed === undefined ? [] : [{ sha256: file.sha256, listed }])),
    );
    await context.hooks.refreshEntries(
      tx,
      repository,
      found.map(({ file }) => file.id),
      (path, err) => context.log.warn({ err, repository: repository.key, path }, 'a file is listed nowhere, since its properties ask for too much'),
    );
  });
}
