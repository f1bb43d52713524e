import { AppError } from '@packhouse/contract/errors.ts';
import { plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Location } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Context } from '../context.ts';
import type { LocalRepository, StoringRepository } from '../directory/directory.ts';
import { everything } from '../directory/sight.ts';
import { type CommitFile, commit, makeFolder } from './commit.ts';
import { makeTransfers } from './file-events.ts';
import { listFoldersBelow, walkFiles } from './listing-queries.ts';
import { getName, isWithin, joinPath } from './path.ts';
import { removeArtifacts } from './removal.ts';
import { requireUnsealed } from './sealed.ts';
import { findArtifact, type StoredArtifact } from './stored-artifact.ts';
import { type Belongings, selectBelongings } from './transfer-queries.ts';

/** Files of one transaction. */
const batchSize = 250;

export interface Transfer {
  actor: string;
  source: { repository: StoringRepository; path: string };
  target: { repository: LocalRepository; path: string; into: boolean };
  move: boolean;
  dryRun: boolean;
  /** Called for every file before anything is changed, and again when it is copied; throws to refuse. Answers whether what is in the way may be replaced. */
  permit(from: StoredArtifact, to: string): boolean;
}

export interface Transferred {
  files: number;
  bytes: number;
  /** Where it went. */
  path: string;
}

/**
 * Copies or moves a file or a folder. Only rows are written; blobs are shared. A move removes the source when all of it has arrived,
 * so that at any moment everything is at least in one place. What others put into the source meanwhile stays there.
 */
export async function transfer(context: Context, request: Transfer): Promise<Transferred> {
  const { source, target } = request;
  requireSameFormat(source.repository, target.repository);
  requireUnsealed(target.repository);
  if (request.move) requireUnsealed(source.repository);
  const file = source.path === '' ? undefined : await findArtifact(context, source.repository.id, source.path);
  if (!file && source.path !== '' && !(await context.lookups.isFolder({ repositoryId: source.repository.id, path: source.path })))
    throw new AppError('artifact_not_found');
  const path = await landingPath(context, request);
  if (source.repository.id === target.repository.id && (path === source.path || (!file && isWithin(path, source.path))))
    throw new AppError(storageWords.target_lies_within_source);
  const plan = async function* () {
    if (file) yield { from: file, to: path };
    else for await (const from of walkFiles(context, makeWhole(source))) yield { from, to: joinPath(path, relative(from.path, source.path)) };
  };
  const { inspected, bytes } = await inspectPlan(context, request, plan());
  const summary = { files: inspected.size, bytes, path };
  if (request.dryRun) return summary;
  if (!file) await makeFolders(context, request, path);
  const copied = new Map<string, Date>();
  const places = new Map<string, string>();
  for await (const batch of inBatches(plan(), batchSize)) {
    const steps = batch.filter(({ from }) => inspected.has(from.path));
    await copyBatch(context, request, steps);
    for (const { from, to } of steps) {
      copied.set(from.path, from.modifiedAt);
      places.set(from.path, to);
    }
  }
  if (request.move)
    await removeArtifacts(context, source.repository, {
      actor: request.actor,
      permanently: true,
      lookedAt: copied,
      moved: { target: target.repository.key, places },
      ...(file ? { paths: [source.path] } : { folder: source.path }),
    });
  return summary;
}

const relative = (path: string, folder: string) => (folder === '' ? path : path.slice(folder.length + 1));

function requireSameFormat(source: StoringRepository, target: LocalRepository): void {
  if (source.format === target.format || source.format === plainFormat || target.format === plainFormat) return;
  throw new AppError(storageWords.formats_differ, { key: source.key, format: source.format, other: target.key, otherFormat: target.format });
}

/** As `cp -r`: into a folder that exists, else under the new name. */
async function landingPath(context: Context, { source, target }: Transfer): Promise<string> {
  const intoFolder = target.into || target.path === '' || (await context.lookups.isFolder({ repositoryId: target.repository.id, path: target.path }));
  return intoFolder && source.path !== '' ? joinPath(target.path, getName(source.path)) : target.path;
}

interface Step {
  from: StoredArtifact;
  to: string;
}

async function inspectPlan(context: Context, request: Transfer, plan: AsyncIterable<Step>): Promise<{ inspected: ReadonlySet<string>; bytes: number }> {
  const format = getFormat(request.target.repository.format);
  const inspected = new Set<string>();
  let bytes = 0;
  for await (const { from, to } of plan) {
    const mayOverwrite = request.permit(from, to);
    const there = await findArtifact(context, request.target.repository.id, to);
    if (there && there.sha256 !== from.sha256) {
      if (!format.mayReplace(to)) throw new AppError(storageWords.path_exists_differently, { path: to });
      if (!mayOverwrite) throw new AppError(storageWords.replacing_needs_delete, { path: to });
    }
    const rival = format.sibling?.(to);
    if (rival !== undefined && (await findArtifact(context, request.target.repository.id, rival)) && !request.permit(from, rival))
      throw new AppError(storageWords.replacing_needs_delete, { path: rival });
    inspected.add(from.path);
    bytes += from.size;
  }
  return { inspected, bytes };
}

const makeWhole = ({ repository, path }: Transfer['source']) => ({ repositoryId: repository.id, folder: path, sight: everything });

async function makeFolders(context: Context, { source, target, actor }: Transfer, path: string): Promise<void> {
  await makeFolder(context, target.repository, path, actor);
  for (const folder of await listFoldersBelow(context, makeWhole(source)))
    if (folder.kept && folder.path !== source.path) await makeFolder(context, target.repository, joinPath(path, relative(folder.path, source.path)), actor);
}

async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncIterable<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function copyBatch(context: Context, { source, target, actor, move, permit }: Transfer, batch: readonly Step[]): Promise<void> {
  if (batch.length === 0) return;
  const format = getFormat(target.repository.format);
  const belongings = await selectBelongings(
    context.db,
    batch.map((step) => step.from.id),
  );
  // Among plain files a package is a file: no client would find it there by its name.
  const staysPackage = source.repository.format === target.repository.format;
  const getFile = ({ from, to }: Step): CommitFile => {
    const own = belongings.get(from.id);
    const location = locationAt(format.locate(to), staysPackage ? own : undefined, from);
    const same = location && own && location.package === own.package && location.version === own.version;
    return {
      path: to,
      content: { sha256: from.sha256 },
      location,
      facts: same && from.lead ? (own.facts ?? undefined) : undefined,
      properties: own?.properties ?? {},
      mayReplace: format.mayReplace(to),
      instead: format.sibling?.(to),
    };
  };
  // What appeared at the target after it was looked for is replaced only where the caller may.
  for (const [overwrite, steps] of Map.groupBy(batch, ({ from, to }) => permit(from, to)))
    await commit(context, target.repository, {
      actor,
      overwrite,
      files: steps.map(getFile),
      part: move ? 'move' : 'copy',
      // A move is told of when the source has gone.
      also: async (tx) => {
        const files = steps.map(({ from, to }) => ({ from: from.path, to, sha256: from.sha256, size: from.size }));
        if (!move) await context.platform.outbox.publish(tx, ...makeTransfers('files.copied', source.repository, target.repository.key, files, actor));
      },
    });
}

/** Some packages are known by their content, not by their path: those keep their name wherever they go. */
function locationAt(located: Location | undefined, own: Belongings | undefined, from: StoredArtifact): Location | undefined {
  if (located) return located;
  return own?.package && own.version ? { package: own.package, version: own.version, lead: from.lead } : undefined;
}
