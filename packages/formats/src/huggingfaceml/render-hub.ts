import { createHash } from 'node:crypto';
import type { RenderContext, Rendered, Want } from '../format.ts';
import { json } from '../text/render-json.ts';
import { type HubFile, type HubListing, type HubRevision, makePointer } from './hub-listing.ts';
import { getPackage, readPackage } from './hub-place.ts';
import { describeCard } from './model-facts.ts';

const describeLarge = ({ sha256, size }: HubFile) => (sha256 === undefined ? undefined : { sha256, size, pointerSize: makePointer({ sha256, size }).size });

/** A file as lists of a folder have it. */
export function renderFile(file: HubFile): Record<string, unknown> {
  const large = describeLarge(file);
  const { path, size, oid } = file;
  return { type: 'file', oid, size, path, ...(large ? { lfs: { oid: large.sha256, size, pointerSize: large.pointerSize } } : {}) };
}

function renderSibling(file: HubFile): Record<string, unknown> {
  const large = describeLarge(file);
  return { rfilename: file.path, blobId: file.oid, size: file.size, ...(large ? { lfs: large } : {}) };
}

/** What is directly in a folder, or anywhere below it; a folder's name is a digest of what it holds. */
export function listFolder(files: readonly HubFile[], folder: string, isRecursive: boolean): Record<string, unknown>[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const within = files.filter(({ path }) => path.startsWith(prefix));
  const folders = new Map<string, string[]>();
  for (const { path, oid } of within) {
    const parts = path.slice(prefix.length).split('/').slice(0, -1);
    for (let depth = 1; depth <= (isRecursive ? parts.length : Math.min(1, parts.length)); depth++) {
      const name = `${prefix}${parts.slice(0, depth).join('/')}`;
      const held = folders.get(name) ?? [];
      held.push(`${oid} ${path}`);
      folders.set(name, held);
    }
  }
  const shown = isRecursive ? within : within.filter(({ path }) => !path.slice(prefix.length).includes('/'));
  const digest = (held: readonly string[]) => createHash('sha1').update(held.join('\n')).digest('hex');
  return [...[...folders].map(([path, held]) => ({ type: 'directory', oid: digest(held), size: 0, path })), ...shown.map(renderFile)];
}

/** The answer where a revision has no such file; clients go by the header. */
const entryMissing = (path: string): Rendered => json({ error: `There is no ${path}` }, { status: 404, headers: { 'x-error-code': 'EntryNotFound' } });

function renderRevision(name: string, { sha, time, files, card, tags }: HubRevision): Record<string, unknown> {
  const { kind, id } = readPackage(name);
  const [namespace] = id.split('/');
  return {
    _id: sha.slice(0, 24),
    id,
    ...(kind === 'models' ? { modelId: id } : {}),
    ...(id.includes('/') ? { author: namespace } : {}),
    sha,
    ...(time ? { lastModified: time } : {}),
    private: false,
    gated: false,
    disabled: false,
    ...describeCard(card),
    ...(tags ? { tags } : {}),
    siblings: files.map(renderSibling),
  };
}

const renderReferences = (list: readonly { name: string; sha: string }[], folder: string) =>
  list.map(({ name, sha }) => ({ name, ref: `refs/${folder}/${name}`, targetCommit: sha }));

export function render(want: Want, listing: HubListing, { request }: RenderContext): Rendered {
  const { revision, references, changes } = listing;
  if (references) return json({ branches: renderReferences(references.branches, 'heads'), converts: [], tags: renderReferences(references.tags, 'tags') });
  if (changes) return json(changes.map((change) => ({ ...change, authors: [] })));
  if (!revision) return entryMissing(getPackage(readPackage(want.package ?? '')));
  const [, folder] = /^tree\/(.*)$/s.exec(want.variant ?? '') ?? [];
  if (folder === undefined) return json(renderRevision(want.package ?? '', revision));
  const list = listFolder(revision.files, folder, /^(?:true|1)$/i.test(request.query.get('recursive') ?? ''));
  return list.length === 0 && folder !== '' ? entryMissing(folder) : json(list);
}
