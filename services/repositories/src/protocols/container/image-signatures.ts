import { createPublicKey, verify } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { needDigest } from '@packhouse/formats/container/reference.ts';
import { z } from 'zod';
import type { RemoteRepository } from '../../directory/directory.ts';
import { findSigningKey, readEvidence } from '../../evidence/envelope.ts';
import { selectTrusted } from '../../keys/key-queries.ts';
import type { Exchange } from './container-request.ts';
import { readManifestIn } from './manifest-reading.ts';
import { storeUpstreamBlob } from './remote/remote-blob.ts';
import { fetchManifest } from './remote/remote-manifest.ts';
import { fetchReferrers } from './remote/remote-referrers.ts';

// https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md · https://github.com/sigstore/cosign/blob/main/specs/BUNDLE_SPEC.md

/** Bytes of what was signed. */
const largestPayload = 1024 * 1024;
/** Signatures of one image that are looked at. */
const mostSignatures = 20;
const mostBundles = 5;

/** What is said, signed, of an image. */
export interface Signed {
  /** There is a signature or an attestation. Nobody looked whether it holds. */
  exists: boolean;
  /** A key that is trusted here made one that is about this image; undefined unless somebody asked. */
  trusted: boolean | undefined;
}

interface Layer {
  digest: string;
  mediaType: string;
  size: number;
  annotations?: Readonly<Record<string, string>> | null | undefined;
}

/** Types of what refers to an image in order to say something signed of it. */
const isSignature = (type: unknown) =>
  typeof type === 'string' && /^application\/vnd\.(?:dev\.sigstore\.bundle|dev\.cosign|cncf\.notary\.signature)/.test(type);

const Payload = z.looseObject({ critical: z.looseObject({ image: z.looseObject({ 'docker-manifest-digest': z.string() }) }) });

async function readLayer(exchange: Exchange, repository: RemoteRepository, { digest, size }: Layer): Promise<Buffer | undefined> {
  if (size > largestPayload) return undefined;
  const found = await storeUpstreamBlob(exchange, { repository, cacheOnly: false, members: [repository] }, needDigest(digest));
  if (!found || found.artifact.size > largestPayload) return undefined;
  return buffer(await exchange.context.platform.blobs.open(found.artifact.sha256));
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

interface Key {
  name: string;
  public_key: string;
}

/** A signature over a payload that names the image. */
function isSimpleSigned(payload: Buffer, signature: string, digest: string, keys: readonly Key[]): boolean {
  const said = Payload.safeParse(parse(payload));
  if (!said.success || said.data.critical.image['docker-manifest-digest'] !== digest) return false;
  return keys.some(({ public_key: publicKey }) => {
    try {
      const key = createPublicKey(publicKey);
      const own = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448';
      return verify(own ? null : 'sha256', payload, key, Buffer.from(signature, 'base64'));
    } catch {
      return false;
    }
  });
}

/** A signed statement one of whose subjects is the image. */
function isStatementSigned(document: Buffer, digest: string, keys: readonly Key[]): boolean {
  try {
    const { envelope, statement } = readEvidence(document);
    const isAbout = statement.subject.some(({ digest: sums }) => digest === `sha256:${sums.sha256 ?? ''}`);
    return isAbout && findSigningKey(envelope, keys) !== undefined;
  } catch {
    return false;
  }
}

const signatureNote = 'dev.cosignproject.cosign/signature';

async function isTrusted(exchange: Exchange, repository: RemoteRepository, layers: readonly Layer[], digest: string): Promise<boolean> {
  const keys = (await selectTrusted(exchange.context.db)).filter(({ kind }) => kind === 'pem');
  if (keys.length === 0) return false;
  for (const layer of layers.slice(0, mostSignatures)) {
    const bytes = await readLayer(exchange, repository, layer);
    const signature = layer.annotations?.[signatureNote];
    if (!bytes) continue;
    if (signature ? isSimpleSigned(bytes, signature, digest, keys) : isStatementSigned(bytes, digest, keys)) return true;
  }
  return false;
}

/** Layers of a manifest beside the image, by a tag or a digest. */
async function readLayers(exchange: Exchange, repository: RemoteRepository, reference: Parameters<typeof fetchManifest>[3]): Promise<readonly Layer[]> {
  const found = await fetchManifest(exchange.context, repository, exchange.image, reference);
  return found ? (await readManifestIn(exchange.context, found.bytes)).layers : [];
}

/**
 * What the upstream has signed of an image: signatures and attestations under tags made of its digest, and what refers to it. With `wantsTrusted` each is checked
 * with the keys that are trusted here.
 * @throws AppError when the upstream cannot be asked
 */
export async function readSigned(exchange: Exchange, repository: RemoteRepository, digest: string, wantsTrusted: boolean): Promise<Signed> {
  const beside = digest.replace(':', '-');
  const layers: Layer[] = [];
  for (const ending of ['sig', 'att']) layers.push(...(await readLayers(exchange, repository, { tag: `${beside}.${ending}` })));
  if (layers.length > 0 && !wantsTrusted) return { exists: true, trusted: undefined };
  const referrers = await fetchReferrers(exchange.context, repository, exchange.image, digest);
  const bundles = referrers.filter(({ artifactType }) => isSignature(artifactType)).slice(0, mostBundles);
  const exists = layers.length > 0 || bundles.length > 0;
  if (!wantsTrusted || !exists) return { exists, trusted: wantsTrusted ? false : undefined };
  for (const bundle of bundles) layers.push(...(await readLayers(exchange, repository, { digest: needDigest(String(bundle.digest)) })));
  return { exists, trusted: await isTrusted(exchange, repository, layers, digest) };
}
