import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { manifestLimit, requiredBlobs } from '@packhouse/formats/container/manifest.ts';
import {
  type Digest,
  digestText,
  isTag,
  locateContainerPath,
  manifestPath,
  parseReference,
  type Reference,
  tagPath,
} from '@packhouse/formats/container/reference.ts';
import { authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyReply } from 'fastify';
import { requireDeployable } from '../../directory/accepted-paths.ts';
import { type LocalRepository, readResource } from '../../directory/directory.ts';
import { requireAdmitted } from '../../download/admission.ts';
import { isNotModified } from '../../download/ranges.ts';
import { requireUnexpired } from '../../storage/expiry.ts';
import { removeArtifacts } from '../../storage/removal.ts';
import { adoptBlobs, missingBlobs } from './adopt-blobs.ts';
import { imagePath, readStops, writeTarget } from './container-access.ts';
import { selectPathsOfBlob } from './container-queries.ts';
import type { Exchange } from './container-request.ts';
import { requireImageLetIn } from './image-admission.ts';
import { lastExpiry } from './last-expiry.ts';
import { commitManifest } from './manifest-commit.ts';
import { readManifestIn } from './manifest-reading.ts';
import { type FoundManifest, findManifest, findTag } from './manifest-store.ts';
import { resolveManifest } from './resolve.ts';
import { getOwner } from './scopes.ts';
import { limitTags } from './tag-limit.ts';

function referencePath(image: string, reference: Reference): string {
  return 'tag' in reference ? tagPath(image, reference.tag, 'image') : manifestPath(image, reference.digest);
}

/** The repository's key, by which the command line of compatible servers learns where an image lives. */
function commonHeaders(exchange: Exchange, digest: string): Record<string, string> {
  const namespace = exchange.query.get('ns');
  return { 'docker-content-digest': digest, 'x-artifactory-docker-registry': exchange.key, ...(namespace ? { 'oci-namespace': namespace } : {}) };
}

async function sendManifest(exchange: Exchange, found: FoundManifest): Promise<FastifyReply> {
  const { request, reply, context } = exchange;
  requireUnexpired(found.artifact);
  const etag = `"${found.digest}"`;
  reply.headers({ ...commonHeaders(exchange, found.digest), etag, 'content-type': found.mediaType });
  if (isNotModified(request.headers, etag, found.artifact.modifiedAt)) return reply.code(304).send();
  if (request.method === 'HEAD') return reply.header('content-length', found.bytes.length).send();
  await requireAdmitted(exchange, found.artifact);
  context.downloads.count(found.artifact.id, request.actor.name);
  return reply.send(found.bytes);
}

/** Who keeps the digest of an expired tag must not go on pulling it. @throws AppError `artifact_expired` when all tags that lead to the manifest have expired */
async function requireUnexpiredTags({ context, image }: Exchange, found: FoundManifest): Promise<void> {
  const { path } = found.artifact;
  const expiresAt = await lastExpiry(context, found, locateContainerPath(path)?.image ?? image);
  if (expiresAt) requireUnexpired({ path, expiresAt });
}

export async function getManifest(exchange: Exchange, text: string): Promise<FastifyReply> {
  const reference = parseReference(text);
  const stops = await readStops(exchange, referencePath(exchange.image, reference));
  const found = await resolveManifest(exchange, stops, reference);
  if (!found) throw new AppError('manifest_unknown', { detail: { name: exchange.image, reference: text } });
  if ('digest' in reference) await requireUnexpiredTags(exchange, found);
  await requireImageLetIn(exchange, found);
  return sendManifest(exchange, found);
}

function computeDigest(bytes: Buffer, algorithm: Digest['algorithm']): Digest {
  return { algorithm, hex: createHash(algorithm).update(bytes).digest('hex') };
}

/** A tag, or a digest with tags to set at the same time. */
function makeWanted(exchange: Exchange, text: string, bytes: Buffer): { digest: Digest; tags: readonly string[] } {
  const reference = parseReference(text);
  const tags = [...new Set(exchange.query.getAll('tag'))];
  for (const tag of tags) if (!isTag(tag)) throw new AppError('tag_invalid', { detail: { tag } });
  if ('tag' in reference) return { digest: computeDigest(bytes, 'sha256'), tags: [reference.tag] };
  const digest = computeDigest(bytes, reference.digest.algorithm);
  if (digest.hex !== reference.digest.hex) throw new AppError('digest_invalid', { detail: { digest: text, computed: digestText(digest) } });
  return { digest, tags };
}

async function requireBlobs(exchange: Exchange, target: LocalRepository, digests: readonly string[]): Promise<void> {
  let missing = await missingBlobs(exchange, target, digests);
  if (missing.length > 0 && target.key !== exchange.key) {
    await adoptBlobs(exchange, target, missing);
    missing = await missingBlobs(exchange, target, missing);
  }
  if (missing.length > 0) throw new AppError('manifest_blob_unknown', { detail: missing.map((digest) => ({ digest })) });
}

/** Moving a tag takes its earlier manifest from it, so it asks for what deleting asks for. */
async function mayMove({ context, request, image }: Exchange, target: LocalRepository, tags: readonly string[], sha256: string | undefined): Promise<boolean> {
  const owner = getOwner(request.actor);
  const allowed = tags.every((tag) => isAllowed(owner, 'delete', readResource(target, tagPath(image, tag, 'image'))));
  if (allowed) return true;
  const present = await Promise.all(tags.map((tag) => findTag(context, target.id, image, tag)));
  const moved = tags.find((_, index) => present[index] && present[index].sha256 !== sha256);
  if (moved !== undefined) authorise(owner, 'delete', readResource(target, tagPath(image, moved, 'image')));
  return false;
}

export async function putManifest(exchange: Exchange, text: string): Promise<FastifyReply> {
  const { context, request, reply, image, prefix } = exchange;
  const target = await writeTarget(exchange, 'deploy', referencePath(image, parseReference(text)));
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > manifestLimit) throw new AppError('too_large', { detail: { limit: manifestLimit } });
  const bytes = await readUpTo(request.raw, manifestLimit);
  const { digest, tags } = makeWanted(exchange, text, bytes);
  const manifest = await readManifestIn(context, bytes, request.headers['content-type']);
  for (const path of tags.map((tag) => tagPath(image, tag, manifest.kind))) {
    authorise(request.actor, 'deploy', readResource(target, path));
    requireDeployable(target, path);
  }
  const needs = target.settings.acceptIncompleteImages ? undefined : requiredBlobs(manifest);
  if (needs) await requireBlobs(exchange, target, needs);
  const sha256 = digest.algorithm === 'sha256' ? digest.hex : computeDigest(bytes, 'sha256').hex;
  const overwrite = await mayMove(exchange, target, tags, sha256);
  await commitManifest(context, target, { actor: request.actor.name, image, digest, tags, bytes, manifest, overwrite, needs });
  await limitTags(context, target, { image, tags, actor: request.actor.name });
  reply.headers({ ...commonHeaders(exchange, digestText(digest)), location: `${prefix}/${image}/manifests/${digestText(digest)}` });
  if (manifest.subject) reply.header('oci-subject', digestText(manifest.subject));
  if (exchange.query.has('tag')) reply.header('oci-tag', tags.join(', '));
  return reply.code(201).header('content-length', 0).send();
}

/** Deleting by digest takes the tags along; deleting a tag leaves the manifest. */
export async function deleteManifest(exchange: Exchange, text: string): Promise<FastifyReply> {
  const { context, request, reply, image } = exchange;
  const reference = parseReference(text);
  const target = await writeTarget(exchange, 'delete', imagePath(image));
  authorise(request.actor, 'delete', readResource(target, referencePath(image, reference)));
  const found = await findManifest(context, target, image, reference);
  if (!found) throw new AppError('manifest_unknown', { detail: { name: image, reference: text } });
  const paths =
    'tag' in reference
      ? [tagPath(image, reference.tag, 'image'), tagPath(image, reference.tag, 'index')]
      : (await selectPathsOfBlob(context.db, target.id, found.artifact.sha256)).filter((path) => {
          const place = locateContainerPath(path);
          return place?.image === image && place.kind !== 'blob';
        });
  for (const path of paths) authorise(request.actor, 'delete', readResource(target, path));
  await removeArtifacts(context, target, { actor: request.actor.name, paths });
  return reply.code(202).header('content-length', 0).send();
}
