import { AppError } from '@packhouse/contract/errors.ts';
import type { Manifest } from '@packhouse/formats/container/manifest.ts';
import { digestText, locateContainerPath } from '@packhouse/formats/container/reference.ts';
import type { Context } from '../../context.ts';
import type { StoringRepository } from '../../directory/directory.ts';
import { everything } from '../../directory/sight.ts';
import { walkFiles } from '../../storage/listing-queries.ts';
import { removeArtifacts } from '../../storage/removal.ts';
import { readManifestIn } from './manifest-reading.ts';
import { readManifest } from './manifest-store.ts';

/** A push brings layers first and its manifest last, so that what is new may only seem unused. */
const graceHours = 24;
/** Tags under which tools keep signatures and the like of an image: its digest, written as a tag. */
const attachedTag = /^sha256-([0-9a-f]{64})/;

/** Whether a tag is no name of its own, but says to which image something belongs. */
export function isAttachedTag(tag: string): boolean {
  return attachedTag.test(tag);
}

interface Stored {
  path: string;
  sha256: string;
  size: number;
  modifiedAt: Date;
}

interface ImageContent {
  tags: (Stored & { tag: string })[];
  manifests: Map<string, Stored>;
  layers: Map<string, Stored>;
}

async function readContent(context: Context, repository: StoringRepository, image: string): Promise<ImageContent> {
  const content: ImageContent = { tags: [], manifests: new Map(), layers: new Map() };
  for await (const row of walkFiles(context, { repositoryId: repository.id, folder: image, sight: everything })) {
    const place = locateContainerPath(row.path);
    if (place?.image !== image) continue;
    if (place.kind === 'tag') content.tags.push({ ...row, tag: place.tag });
    else content[place.kind === 'blob' ? 'layers' : 'manifests'].set(digestText(place.digest), row);
  }
  return content;
}

/** Undefined for what somebody put there and is no manifest: nothing can be pulled with it. */
export async function readableManifest(context: Context, sha256: string): Promise<Manifest | undefined> {
  try {
    return await readManifestIn(context, (await readManifest(context, sha256)).bytes);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'manifest_invalid' || error.code === 'too_large')) return undefined;
    throw error;
  }
}

/** The image's manifests as a net: what each leads to, its children, layers and settings, and what is attached to it. */
async function readNet(context: Context, { manifests }: ImageContent): Promise<Map<string, string[]>> {
  const net = new Map<string, string[]>();
  const lead = (from: string, to: readonly string[]) => {
    const known = net.get(from) ?? [];
    for (const one of to) known.push(one);
    net.set(from, known);
  };
  for (const [digest, { sha256 }] of manifests) {
    const manifest = await readableManifest(context, sha256);
    if (!manifest) continue;
    const { config, layers, manifests: children, subject } = manifest;
    lead(
      digest,
      [...(config ? [config] : []), ...layers, ...children].map((one) => one.digest),
    );
    if (subject) lead(digestText(subject), [digest]);
  }
  return net;
}

/** Digests that these contents lead to. A tag's manifest is stored under its digest as well. */
function reach(content: ImageContent, net: ReadonlyMap<string, readonly string[]>, contents: ReadonlySet<string>): Set<string> {
  const bySha256 = Map.groupBy(content.manifests, ([, { sha256 }]) => sha256);
  const attached = Map.groupBy(content.tags, ({ tag }) => `sha256:${attachedTag.exec(tag)?.[1]}`);
  const open = [...content.manifests].filter(([, { sha256 }]) => contents.has(sha256)).map(([digest]) => digest);
  const found = new Set<string>();
  for (let digest = open.pop(); digest !== undefined; digest = open.pop()) {
    if (found.has(digest)) continue;
    found.add(digest);
    for (const one of net.get(digest) ?? []) open.push(one);
    for (const { sha256 } of attached.get(digest) ?? []) for (const [at] of bySha256.get(sha256) ?? []) open.push(at);
  }
  return found;
}

/**
 * Those of these paths of an image, which are to go, that something else in it leads to: a tag or a manifest that stays.
 */
export async function neededElsewhere(context: Context, repository: StoringRepository, image: string, doomed: ReadonlySet<string>): Promise<Set<string>> {
  const content = await readContent(context, repository, image);
  const staying = [...content.tags, ...content.manifests.values()].filter(({ path }) => !doomed.has(path)).map(({ sha256 }) => sha256);
  const used = reach(content, await readNet(context, content), new Set(staying));
  const stored = [...content.manifests, ...content.layers].filter(([digest, { path }]) => used.has(digest) && doomed.has(path));
  return new Set(stored.map(([, { path }]) => path));
}

export interface Cleaning {
  image: string;
  actor: string;
  permanently: boolean;
  archive?: boolean;
  /** SHA-256 of the manifests whose tags were taken away. */
  from: readonly string[];
}

/**
 * Takes away what only the tags that went led to: manifests, layers, and what was attached to them; answers how many files and bytes that were.
 * Without this, deleting tags would free nothing. What a push uses meanwhile stays: it counts as new from then on.
 */
export async function removeUnusedContent(context: Context, repository: StoringRepository, request: Cleaning): Promise<{ files: number; bytes: number }> {
  const content = await readContent(context, repository, request.image);
  const net = await readNet(context, content);
  const left = content.tags.filter(({ tag }) => !isAttachedTag(tag)).map(({ sha256 }) => sha256);
  const used = reach(content, net, new Set(left));
  const lost = reach(content, net, new Set(request.from));
  const before = new Date(Date.now() - graceHours * 3_600_000);
  const stored = [...content.manifests, ...content.layers].filter(([digest]) => lost.has(digest) && !used.has(digest)).map(([, one]) => one);
  const attached = content.tags.filter(({ tag }) => {
    const subject = `sha256:${attachedTag.exec(tag)?.[1]}`;
    return lost.has(subject) && !used.has(subject);
  });
  const unused = [...stored, ...attached].filter(({ modifiedAt }) => modifiedAt < before);
  if (unused.length === 0) return { files: 0, bytes: 0 };
  const { actor, permanently, archive } = request;
  const lookedAt = new Map(unused.map(({ path, modifiedAt }) => [path, modifiedAt]));
  const files = await removeArtifacts(context, repository, { actor, permanently, archive, paths: [...lookedAt.keys()], lookedAt });
  return { files, bytes: unused.reduce((sum, { size }) => sum + size, 0) };
}
