import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { isImageName } from '@packhouse/formats/container/reference.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';

/** A URL of the registry protocol asks for this, before anything is looked up. */
export type ContainerCall =
  | { kind: 'ping' | 'token' | 'catalog' }
  | { kind: 'promote' }
  | { kind: 'manifest' | 'blob' | 'upload' | 'referrers'; argument: string }
  | { kind: 'uploads' | 'tags' };

export interface ContainerTarget {
  call: ContainerCall;
  /** Key of the repository; empty where the URL names none. */
  key: string;
  /** Image name inside the repository; empty where the URL names none. */
  image: string;
  /** Path up to the image, as the client knows it: answers point back below it. */
  prefix: string;
  /** The URL names the repository by itself, so that names of images in queries and scopes come without it. */
  compatible: boolean;
}

/** One request under way. */
export interface Exchange extends ContainerTarget {
  context: Context;
  request: FastifyRequest;
  /** Who asks. */
  actor: Actor;
  reply: FastifyReply;
  query: URLSearchParams;
}

const tails: readonly { pattern: RegExp; kind: 'manifest' | 'blob' | 'upload' | 'referrers' | 'uploads' | 'tags' }[] = [
  { pattern: /^(.+)\/manifests\/([^/]+)$/, kind: 'manifest' },
  { pattern: /^(.+)\/blobs\/uploads\/?()$/, kind: 'uploads' },
  { pattern: /^(.+)\/blobs\/uploads\/([^/]+)$/, kind: 'upload' },
  { pattern: /^(.+)\/blobs\/([^/]+)$/, kind: 'blob' },
  { pattern: /^(.+)\/referrers\/([^/]+)$/, kind: 'referrers' },
  { pattern: /^(.+)\/tags\/list()$/, kind: 'tags' },
];

const fixed: Record<string, ContainerCall> = {
  '': { kind: 'ping' },
  token: { kind: 'token' },
  _catalog: { kind: 'catalog' },
  promote: { kind: 'promote' },
};

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AppError('name_invalid');
  }
}

/**
 * Reads the path below `/v2/` (where the repository is the first part of the name) or below `/artifactory/api/docker/<key>/v2/`.
 * Names may hold the protocol's own words, so it is read from its end.
 * @throws AppError `name_invalid`, `not_found`
 */
export function parseTarget(rawPath: string, givenKey?: string): ContainerTarget {
  const path = decoded(rawPath).replace(/^\//, '');
  const compatible = givenKey !== undefined;
  const base = { key: givenKey ?? '', image: '', prefix: '', compatible };
  const call = fixed[path];
  if (call) return { ...base, call };
  for (const { pattern, kind } of tails) {
    const match = pattern.exec(path);
    if (!match) continue;
    const name = match[1] ?? '';
    const slash = compatible ? -1 : name.indexOf('/');
    const key = givenKey ?? (slash < 0 ? name : name.slice(0, slash));
    const image = compatible ? name : slash < 0 ? '' : name.slice(slash + 1);
    if (!isImageName(image)) throw new AppError(upstreamWords.image_without_repository, { name }, { detail: { name } });
    const prefix = compatible ? `/artifactory/api/docker/${encodeURIComponent(key)}/v2` : `/v2/${encodeURIComponent(key)}`;
    return { key, image, prefix, compatible, call: kind === 'uploads' || kind === 'tags' ? { kind } : { kind, argument: match[2] ?? '' } };
  }
  throw new AppError('not_found');
}

/** The image as this client names it, in scopes and listings. */
export function clientName(target: Pick<ContainerTarget, 'key' | 'image' | 'compatible'>): string {
  return target.compatible ? target.image : `${target.key}/${target.image}`;
}
