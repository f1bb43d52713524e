import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { Draft, DraftFile, FileRow, PackageRow, PublishContext, StagedFile, Want } from '../format.ts';
import { json } from '../text/render-json.ts';
import { findRevision, type RevisionNote } from './hub-listing.ts';
import { getFolder, getPackage, getUploadPath, type HubPlace, isName, leadFile, readPackage } from './hub-place.ts';
import { refusals } from './huggingfaceml-refusals.ts';
import { type Change, type CommitDocument, describeRevision, readCommit } from './read-commit.ts';

type Content = Pick<DraftFile, 'staged' | 'takes'>;
/** The files of a revision, by their paths in it. */
type Files = Map<string, Content>;

/**
 * A name for a revision as git has them. It begins with the moment in milliseconds, so that the order of names is that in which they came;
 * a branch never goes back in it.
 */
function nameRevision(parent: string | undefined, document: string): string {
  const last = parent === undefined ? 0 : Number.parseInt(parent.slice(0, 12), 16);
  const now = Date.now();
  // Revisions that came from elsewhere have names of any kind.
  const moment = last >= now && last < now + 86_400_000 ? last + 1 : now;
  return `${moment.toString(16).padStart(12, '0')}${createHash('sha1').update(document).digest('hex').slice(0, 28)}`;
}

interface Work {
  place: HubPlace;
  found: PackageRow | undefined;
  context: PublishContext;
  /** What has been uploaded and is in no revision yet, by its path. */
  waiting: ReadonlyMap<string, FileRow>;
}

function findContent({ place, found, context, waiting }: Work, oid: string): Content | undefined {
  const path = getUploadPath(place, oid);
  const uploaded = waiting.get(path);
  if (uploaded) return { staged: context.stored(uploaded), takes: path };
  const held = found?.versions.flatMap(({ files }) => files).find(({ sha256 }) => sha256 === oid);
  return held && { staged: context.stored(held) };
}

async function applyChange(work: Work, files: Files, change: Change): Promise<void> {
  const { path } = change;
  if (change.kind === 'gone') files.delete(path);
  else if (change.kind === 'folder-gone') for (const one of files.keys()) if (one.startsWith(`${path}/`)) files.delete(one);
  if (change.kind === 'file') files.set(path, { staged: await work.context.stage(Readable.from([Buffer.from(change.content)])) });
  if (change.kind !== 'large') return;
  const { oid, size } = change;
  const content = findContent(work, oid);
  if (!content) throw new AppError(refusals.hub_content_missing, { path, oid });
  const actual = content.staged.size;
  if (size !== undefined && size !== actual) throw new AppError(refusals.hub_content_size_differs, { path, actual, promised: size });
  files.set(path, content);
}

/** What a revision holds, as one text. */
const describeFiles = (files: Files) =>
  [...files]
    .map(([path, { staged }]) => `${staged.sha256} ${path}`)
    .sort()
    .join('\n');

/** A branch exists with its first revision; the main one is made by it. */
function findHead(found: PackageRow | undefined, place: HubPlace, branch: string): string | undefined {
  if (!isName(branch)) throw new AppError(refusals.hub_revision_fixed, { revision: branch });
  const head = found && findRevision(found, branch);
  if (head === undefined && branch !== 'main') throw new AppError(refusals.hub_revision_missing, { package: getPackage(place), revision: branch });
  if (found && found.pointers[branch] === undefined && branch !== 'main') throw new AppError(refusals.hub_revision_fixed, { revision: branch });
  return head;
}

const toBranch = (name: string) => name.replace(/^refs\/heads\//, '');

async function openFiles(place: HubPlace, head: string | undefined, context: PublishContext): Promise<Files> {
  const folder = `${getFolder(place)}/${head}`;
  const rows = head === undefined ? [] : await context.rows.filesWithin(folder);
  const files = rows.map((row) => [row.path.slice(folder.length + 1), { staged: context.stored(row) }] as const);
  return new Map(files.filter(([path]) => path !== leadFile));
}

interface Made {
  sha: string;
  files: Files;
  note: string;
}

async function draftFiles(place: HubPlace, { sha, files, note }: Made, context: PublishContext): Promise<DraftFile[]> {
  const location = { package: getPackage(place), version: sha };
  const folder = `${getFolder(place)}/${sha}`;
  const facts = await context.read(describeRevision, note, files.get('README.md')?.staged);
  const lead: DraftFile = {
    path: `${folder}/${leadFile}`,
    staged: await context.stage(Readable.from([Buffer.from(note)])),
    inspection: { ...location, lead: true, facts },
  };
  return [...[...files].map(([path, content]): DraftFile => ({ path: `${folder}/${path}`, ...content, inspection: location })), lead];
}

function answer(place: HubPlace, sha: string, baseUrl: string): Draft['answer'] {
  return json({ success: true, commitOid: sha, commitUrl: `${baseUrl}/${getPackage(place)}/commit/${sha}`, hookOutput: '' });
}

/** @throws AppError `conflict` where the branch is not where the client saw it */
function requireParent({ parent }: CommitDocument, head: string | undefined, branch: string): void {
  if (parent !== undefined && parent !== head) throw new AppError(refusals.hub_branch_moved, { revision: branch });
}

/** A commit makes a revision of the files of the one before it and of what it changes. One that changes nothing makes none. */
export async function publishCommit(want: Want, context: PublishContext): Promise<Draft> {
  const place = readPackage(want.package ?? '');
  const branch = toBranch(want.version ?? '');
  const body = await context.stage(context.body, { limit: readingLimits.hubCommit.most });
  const commit = await context.read(readCommit, body);
  const found = await context.rows.package(getPackage(place));
  const head = findHead(found, place, branch);
  requireParent(commit, head, branch);
  const files = await openFiles(place, head, context);
  const before = describeFiles(files);
  const waiting = new Map((await context.rows.files(getFolder(place))).map((row) => [row.path, row]));
  for (const change of commit.changes) await applyChange({ place, found, context, waiting }, files, change);
  const after = describeFiles(files);
  if (head !== undefined && after === before) return { files: [], answer: answer(place, head, context.baseUrl) };
  const { title, description } = commit;
  const note: RevisionNote = { title, description, time: new Date().toISOString(), ...(head === undefined ? {} : { parent: head }) };
  const sha = nameRevision(head, `${JSON.stringify(note)}\n${after}`);
  return {
    files: await draftFiles(place, { sha, files, note: JSON.stringify(note) }, context),
    pointers: [{ package: getPackage(place), name: branch, version: sha, was: found?.pointers[branch] ?? null }],
    answer: answer(place, sha, context.baseUrl),
  };
}

/** The content of a file, under its own checksum, until a commit takes it. */
export async function publishUpload(want: Want, context: PublishContext): Promise<Draft> {
  const staged: StagedFile = await context.stage(context.body);
  if (staged.sha256 !== want.sha256) throw new AppError(documentRefusals.sha256_differs, { actual: staged.sha256, promised: want.sha256 ?? '' });
  return { files: [{ path: want.path, staged }], answer: json({ oid: staged.sha256, size: staged.size }) };
}
