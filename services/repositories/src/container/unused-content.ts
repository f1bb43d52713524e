import { type Manifest, parseManifest } from '@packhouse/formats/docker/manifest.ts';
import { digestText, locateContainerPath } from '@packhouse/formats/docker/reference.ts';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../repository/directory.ts';
import { walkFiles } from '../storage/listing.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { readManifest } from './manifest-store.ts';

/** A push brings layers first and its manifest last, so that what is new may only seem unused. */
const graceHours = 24;

interface Stored {
  path: string;
  sha256: string;
  size: number;
  modifiedAt: Date;
}

interface ImageContent {
  tags: Stored[];
  manifests: Map<string, Stored>;
  layers: Map<string, Stored>;
}

async function contentOf(context: Context, repository: StoringRepository, image: string): Promise<ImageContent> {
  const content: ImageContent = { tags: [], manifests: new Map(), layers: new Map() };
  for await (const row of walkFiles(context, repository.id, image)) {
    const place = locateContainerPath(row.path);
    if (place?.image !== image) continue;
    if (place.kind === 'tag') content.tags.push(row);
    else content[place.kind === 'blob' ? 'layers' : 'manifests'].set(digestText(place.digest), row);
  }
  return content;
}

/** Digests that the tags lead to: children of indexes, layers and settings, and what was attached to any of these. */
async function reachable(context: Context, { tags, manifests }: ImageContent): Promise<Set<string>> {
  const documents = new Map<string, Manifest>();
  const attached = new Map<string, string[]>();
  for (const [digest, { sha256 }] of manifests) {
    const manifest = parseManifest((await readManifest(context, sha256)).bytes);
    documents.set(digest, manifest);
    const subject = manifest.subject && digestText(manifest.subject);
    if (subject) attached.set(subject, [...(attached.get(subject) ?? []), digest]);
  }
  const tagged = new Set(tags.map(({ sha256 }) => sha256));
  // A tag's manifest is stored under its digest as well.
  const open = [...manifests].filter(([, { sha256 }]) => tagged.has(sha256)).map(([digest]) => digest);
  const found = new Set<string>();
  for (let digest = open.pop(); digest !== undefined; digest = open.pop()) {
    if (found.has(digest)) continue;
    found.add(digest);
    const { config, layers = [], manifests: children = [] } = documents.get(digest) ?? {};
    open.push(...[...(config ? [config] : []), ...layers, ...children].map((one) => one.digest), ...(attached.get(digest) ?? []));
  }
  return found;
}

/**
 * Takes away the manifests and layers of an image that no tag leads to any more; answers how many files and bytes that were.
 * Without this, deleting tags would free nothing.
 */
export async function removeUnusedContent(
  context: Context,
  repository: StoringRepository,
  request: { image: string; actor: string; permanently: boolean; now?: Date },
): Promise<{ files: number; bytes: number }> {
  const content = await contentOf(context, repository, request.image);
  const used = await reachable(context, content);
  const before = new Date((request.now ?? new Date()).getTime() - graceHours * 3_600_000);
  const unused = [...content.manifests, ...content.layers].filter(([digest, { modifiedAt }]) => !used.has(digest) && modifiedAt < before).map(([, one]) => one);
  if (unused.length === 0) return { files: 0, bytes: 0 };
  const { actor, permanently } = request;
  const files = await removeArtifacts(context, repository, { actor, permanently, paths: unused.map(({ path }) => path) });
  return { files, bytes: unused.reduce((sum, { size }) => sum + size, 0) };
}
