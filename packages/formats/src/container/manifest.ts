import { AppError } from '@packhouse/contract/errors.ts';
import { z } from 'zod';
import { documentRefusals } from '../document-refusals.ts';
import { isForeignLayer, isIndexType, manifestMediaTypes, mediaTypes } from './media-types.ts';
import { type Digest, parseDigest } from './reference.ts';

/** Manifests beyond this are refused; the specification asks for 4 MiB at least. */
export const manifestLimit = 16 * 1024 * 1024;
const Annotations = z.record(z.string(), z.string());
/** RFC 6838 allows 127 characters on each side of the slash; what is longer serves only to keep readers busy. */
const MediaType = z.string().max(255);
const Platform = z.looseObject({ architecture: z.string().optional(), os: z.string().optional(), variant: z.string().optional() });

const Descriptor = z.looseObject({
  mediaType: MediaType.default(''),
  digest: z.string().refine((text) => parseDigest(text) !== undefined, 'is not a digest'),
  size: z.int().nonnegative(),
  urls: z.array(z.string()).nullish(),
  annotations: Annotations.nullish(),
  artifactType: MediaType.optional(),
  platform: Platform.nullish(),
});
export type Descriptor = z.output<typeof Descriptor>;

const Document = z.looseObject({
  schemaVersion: z.literal(2),
  mediaType: MediaType.optional(),
  artifactType: MediaType.optional(),
  config: Descriptor.nullish(),
  layers: z.array(Descriptor).nullish(),
  manifests: z.array(Descriptor).nullish(),
  subject: Descriptor.nullish(),
  annotations: Annotations.nullish(),
});

/** A manifest as read; the bytes it came from are what is stored and served. */
export interface Manifest {
  kind: 'image' | 'index';
  mediaType: string;
  /** The manifest is about this, falling back to its config's type. */
  artifactType: string | undefined;
  config: Descriptor | undefined;
  layers: readonly Descriptor[];
  /** Children of an index. */
  manifests: readonly Descriptor[];
  subject: Digest | undefined;
  annotations: Readonly<Record<string, string>>;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new AppError(documentRefusals.image_manifest_is_no_json);
  }
}

function findMediaType(document: z.output<typeof Document>, contentType: string | undefined): string {
  const sent = contentType?.split(';')[0]?.trim().toLowerCase();
  const generic = sent === undefined || sent === '' || sent === 'application/json' || sent === 'application/octet-stream';
  if (!generic && document.mediaType !== undefined && document.mediaType !== sent)
    throw new AppError(documentRefusals.manifest_types_differ, { type: document.mediaType, sent });
  const guessed = document.manifests ? mediaTypes.ociIndex : mediaTypes.ociManifest;
  // Only OCI documents may leave their type out; what the bytes alone do not say would be forgotten.
  if (document.mediaType === undefined && !generic && sent !== guessed) throw new AppError(documentRefusals.manifest_must_name_type, { type: sent });
  const mediaType = document.mediaType ?? guessed;
  if (!manifestMediaTypes.includes(mediaType)) throw new AppError(documentRefusals.manifest_type_unknown, { type: mediaType });
  return mediaType;
}

/**
 * Reads a manifest and refuses what clients could not use.
 * @throws AppError `manifest_invalid`, saying what is wrong.
 */
export function parseManifest(bytes: Buffer, contentType?: string): Manifest {
  const parsed = Document.safeParse(parseJson(bytes));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError(documentRefusals.manifest_not_valid, { place: issue?.path.join('.') || 'document', problem: issue?.message ?? '' });
  }
  const document = parsed.data;
  const mediaType = findMediaType(document, contentType);
  const kind = isIndexType(mediaType) ? 'index' : 'image';
  // A document that reads as an image to one client and as an index to another is an attack (CVE-2021-41190).
  if (kind === 'image' && document.manifests) throw new AppError(documentRefusals.image_holds_manifests);
  if (kind === 'index' && (document.layers || document.config)) throw new AppError(documentRefusals.index_holds_layers);
  if (kind === 'image' && !document.config) throw new AppError(documentRefusals.image_needs_config);
  if (kind === 'index' && !document.manifests) throw new AppError(documentRefusals.index_needs_manifests);
  return {
    kind,
    mediaType,
    artifactType: document.artifactType || (kind === 'image' ? document.config?.mediaType : undefined),
    config: document.config ?? undefined,
    layers: document.layers ?? [],
    manifests: document.manifests ?? [],
    subject: document.subject ? parseDigest(document.subject.digest) : undefined,
    annotations: document.annotations ?? {},
  };
}

/** The images of an index. Attestations stand beside them, for a platform that does not exist. */
export function listImages({ manifests }: Pick<Manifest, 'manifests'>): readonly Descriptor[] {
  return manifests.filter(({ platform, artifactType }) => platform?.os !== 'unknown' && artifactType === undefined);
}

/** Digests of the blobs a registry must hold before it accepts the manifest. */
export function requiredBlobs(manifest: Manifest): readonly string[] {
  const layers = manifest.layers.filter((layer) => !isForeignLayer(layer.mediaType) && !layer.urls?.length);
  return [...new Set([...(manifest.config ? [manifest.config] : []), ...layers].map(({ digest }) => digest))];
}

/** The entry of a referrers list that stands for this manifest. */
export function referrerDescriptor(manifest: Manifest, digest: string, size: number): Record<string, unknown> {
  return {
    mediaType: manifest.mediaType,
    digest,
    size,
    ...(manifest.artifactType ? { artifactType: manifest.artifactType } : {}),
    ...(Object.keys(manifest.annotations).length > 0 ? { annotations: manifest.annotations } : {}),
  };
}
