import type { Format, Inspection, Location, PublishContext, ReadBeside, Removal, RemoveContext, Rendered, StagedFile, Want } from '../format.ts';
import { findKnownUpstream } from '../known-upstream.ts';
import { readJson } from '../text/read-json.ts';
import { json } from '../text/render-json.ts';
import { publishCommit, publishUpload } from './hub-commit.ts';
import { compareVersions, fileSource, type HubListing, load, newestPath, parse } from './hub-listing.ts';
import { classify, upstream } from './hub-paths.ts';
import { getFolder, leadFile, locate, readStored } from './hub-place.ts';
import { aux, readNamed } from './hub-services.ts';
import { setup } from './huggingfaceml-setup.ts';
import { describeRevision, readCommit, readNote } from './read-commit.ts';
import { render } from './render-hub.ts';

async function inspect(location: Location, path: string, file: StagedFile, readBeside?: ReadBeside): Promise<Inspection> {
  const name = readStored(path)?.file;
  if (name === 'README.md') return { ...location, facts: await describeRevision(undefined, file) };
  if (name !== leadFile) return location;
  return { ...location, facts: await describeRevision(await readNote(file), await readCardBeside(path, readBeside)) };
}

async function readCardBeside(path: string, readBeside: ReadBeside | undefined): Promise<Buffer | undefined> {
  return readBeside?.(path.replace(/[^/]+$/, 'README.md'), 1024 * 1024);
}

/** A model, dataset or space with all its revisions. */
async function remove(_want: Want, { request, body, rows }: RemoveContext): Promise<Removal> {
  const place = readNamed(await readJson(body, 64 * 1024, request.headers['content-encoding']));
  const files = await rows.filesWithin(getFolder(place));
  if (files.length === 0) return { answer: refuse(404, 'package_not_found', `There is no ${place.id}`) };
  return { paths: files.map(({ path }) => path), answer: json({}) };
}

/** Clients tell the kinds of failure apart by a header. */
const errorCodes: Readonly<Record<string, string>> = {
  package_not_found: 'RepoNotFound',
  artifact_not_found: 'EntryNotFound',
  not_found: 'RevisionNotFound',
};

function refuse(status: number, code: string, message: string): Rendered {
  const known = errorCodes[code];
  const plain = message.replaceAll(/[^ -~]/g, '?').slice(0, 300);
  return json({ error: message }, { status, headers: { 'x-error-message': plain, ...(known ? { 'x-error-code': known } : {}) } });
}

/** Models, datasets and spaces, for `huggingface_hub` and what builds on it. */
export const huggingfaceml: Format<HubListing> = {
  id: 'huggingfaceml',
  apiName: 'huggingfaceml',
  challenge: 'bearer',
  keptBySha256: true,
  // Clients keep files by this, below the revision that they are told.
  fileHeaders({ path, sha256 }) {
    const revision = readStored(path)?.revision;
    return { ...(revision ? { 'x-repo-commit': revision } : {}), ...(sha256 ? { 'x-linked-etag': `"${sha256}"` } : {}) };
  },
  removedStatus: 200,
  renderError: refuse,
  classify,
  locate,
  inspect,
  readers: [readCommit, describeRevision],
  mayReplace: () => false,
  async publish(want: Want, context: PublishContext) {
    if (want.variant === 'commit') return publishCommit(want, context);
    return want.variant === 'upload' ? publishUpload(want, context) : undefined;
  },
  remove: (want, context) => remove(want, context),
  load,
  parse,
  merge: (_, parts) => parts[0]!.model,
  render,
  upstream,
  fileSource,
  newestPath,
  aux,
  clientUpstream: {
    settings: [{ variable: 'HF_ENDPOINT', find: (text) => [text] }],
    usual: () => findKnownUpstream('pkg:huggingface/o/a', '/o/a'),
  },
  compareVersions,
  setup,
  demo: async () => (await import('./huggingfaceml-demo.ts')).demo,
};
