import { AppError } from '@packhouse/contract/errors.ts';

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
const nameGrammar = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;
const tagGrammar = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;
const digestLengths: Record<string, number> = { sha256: 64, sha512: 128 };
const digestFolder = /^(sha256|sha512)__([0-9a-f]+)$/;

export interface Digest {
  algorithm: 'sha256' | 'sha512';
  hex: string;
}

/** A manifest is named by a movable tag or by the digest of its bytes. */
export type Reference = { tag: string } | { digest: Digest };

export function isImageName(name: string): boolean {
  return name.length <= 255 && nameGrammar.test(name);
}

/** Undefined unless it is a whole, lower-case digest of an algorithm we keep. */
export function parseDigest(text: string): Digest | undefined {
  const colon = text.indexOf(':');
  const algorithm = text.slice(0, colon);
  const hex = text.slice(colon + 1);
  if (digestLengths[algorithm] !== hex.length || !/^[0-9a-f]+$/.test(hex)) return undefined;
  return { algorithm: algorithm as Digest['algorithm'], hex };
}

/** @throws AppError `digest_invalid` */
export function needDigest(text: string): Digest {
  const digest = parseDigest(text);
  if (!digest) throw new AppError('digest_invalid', { detail: { digest: text } });
  return digest;
}

export function digestText(digest: Digest): string {
  return `${digest.algorithm}:${digest.hex}`;
}

/** A tag that could be mistaken for one of our own folders or files is refused: its manifest would hide another one's. */
export function isTag(text: string): boolean {
  return tagGrammar.test(text) && !digestFolder.test(text) && text !== 'manifest.json' && text !== 'list.manifest.json' && text !== '_layers';
}

/** @throws AppError `digest_invalid` or `tag_invalid` */
export function parseReference(text: string): Reference {
  if (text.includes(':')) return { digest: needDigest(text) };
  if (!isTag(text)) throw new AppError('tag_invalid', { detail: { tag: text } });
  return { tag: text };
}

/** Where a tag's manifest is stored; indexes and single images have names of their own. */
export function tagPath(image: string, tag: string, kind: 'image' | 'index'): string {
  return `${image}/${tag}/${kind === 'index' ? 'list.manifest.json' : 'manifest.json'}`;
}

export function manifestPath(image: string, digest: Digest): string {
  return `${image}/${digest.algorithm}__${digest.hex}/manifest.json`;
}

export function blobPath(image: string, digest: Digest): string {
  return `${image}/_layers/${blobFileName(digest)}`;
}

export function blobFileName(digest: Digest): string {
  return `${digest.algorithm}__${digest.hex}`;
}

/** Tells what a storage path holds; undefined for anything the registry did not put there. */
export function locateContainerPath(
  path: string,
): { kind: 'tag'; image: string; tag: string } | { kind: 'manifest' | 'blob'; image: string; digest: Digest } | undefined {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  const folder = parts.at(-2) ?? '';
  const image = parts.slice(0, -2).join('/');
  if (!isImageName(image)) return undefined;
  const digest = parseDigest((folder === '_layers' ? file : folder).replace('__', ':'));
  if (folder === '_layers') return digest && { kind: 'blob', image, digest };
  if (file !== 'manifest.json' && file !== 'list.manifest.json') return undefined;
  if (digest) return { kind: 'manifest', image, digest };
  return isTag(folder) ? { kind: 'tag', image, tag: folder } : undefined;
}
