import { AppError } from '@packhouse/contract/errors.ts';
import { imageFacts, manifestProperties } from '@packhouse/formats/container/image-facts.ts';
import { type Descriptor, type Manifest, parseManifest } from '@packhouse/formats/container/manifest.ts';
import { documentRefusals } from '@packhouse/formats/document-refusals.ts';
import type { PackageFacts } from '@packhouse/formats/format.ts';
import { keepableFacts, requireModest } from '../../reading/keepable.ts';

const plainDescriptor = ({ mediaType, digest, size, urls, annotations, artifactType, platform }: Descriptor): Descriptor => ({
  mediaType,
  digest,
  size,
  urls,
  annotations,
  platform: platform && { os: platform.os, architecture: platform.architecture, variant: platform.variant },
  ...(artifactType === undefined ? {} : { artifactType }),
});

/** A manifest that others can take up without waiting for it: what registries do not read of it is left out. @throws AppError `manifest_invalid` */
export async function readManifestDocument(bytes: Buffer, contentType: string | undefined): Promise<Manifest> {
  const manifest = parseManifest(bytes, contentType);
  const { config, layers, manifests } = manifest;
  const plain = { ...manifest, config: config && plainDescriptor(config), layers: layers.map(plainDescriptor), manifests: manifests.map(plainDescriptor) };
  try {
    return requireModest(plain);
  } catch (cause) {
    throw new AppError(documentRefusals.manifest_names_too_much, {}, { cause });
  }
}

/** What a manifest says of itself under its digest or under tags. */
export interface Description {
  /** A manifest may be larger than what is kept of a package, and is taken as every registry would; only our own screens know less of it. */
  facts: PackageFacts | undefined;
  /** Properties for each of the references. */
  properties: readonly Record<string, readonly string[]>[];
}

export interface Described {
  image: string;
  digest: string;
  references: readonly string[];
  manifest: Manifest;
}

function keptFacts(facts: PackageFacts): PackageFacts | undefined {
  try {
    return keepableFacts(facts);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_package') return undefined;
    throw error;
  }
}

/** Describes an image by its manifest and its settings. */
export async function describeImage({ image, digest, references, manifest }: Described, config: Buffer | undefined): Promise<Description> {
  const facts = imageFacts(manifest, digest, config);
  return requireModest({
    facts: keptFacts(facts),
    properties: references.map((reference) => manifestProperties(image, reference, manifest, digest, facts)),
  });
}
