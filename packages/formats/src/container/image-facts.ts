import { z } from 'zod';
import type { PackageFacts } from '../format.ts';
import type { Manifest } from './manifest.ts';
import { mediaTypes } from './media-types.ts';

/** Image settings beyond this are no image settings; the facts do without. */
export const configLimit = 8 * 1024 * 1024;

/** Builders that keep no time, to make the same image twice, write the zero of their clock: Go's first year or the Unix epoch's first second. */
const noMoments = /^(0001-01-01|1970-01-01)T00:00:00(\.0+)?(Z|[+-]00:00)$/;
/** When something was made; undefined where that is not known. */
const Moment = z
  .string()
  .optional()
  .catch(undefined)
  .transform((text) => (text === undefined || noMoments.test(text) ? undefined : text));

// https://github.com/opencontainers/image-spec/blob/main/config.md
const ImageConfig = z.looseObject({
  architecture: z.string().catch(''),
  os: z.string().catch(''),
  variant: z.string().optional().catch(undefined),
  created: Moment,
  author: z.string().optional().catch(undefined),
  config: z
    .looseObject({
      Labels: z.record(z.string(), z.string()).nullish().catch(undefined),
      Entrypoint: z.array(z.string()).nullish().catch(undefined),
      Cmd: z.array(z.string()).nullish().catch(undefined),
      User: z.string().optional().catch(undefined),
      WorkingDir: z.string().optional().catch(undefined),
      ExposedPorts: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
  history: z
    .array(z.looseObject({ created_by: z.string().optional(), empty_layer: z.boolean().optional(), created: Moment }))
    .nullish()
    .catch(undefined),
});
type ImageConfig = z.output<typeof ImageConfig>;

// https://helm.sh/docs/topics/charts/#the-chartyaml-file
const ChartConfig = z.looseObject({
  name: z.string(),
  version: z.string(),
  description: z.string().optional(),
  appVersion: z.string().optional(),
  home: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  maintainers: z.array(z.looseObject({ name: z.string() })).optional(),
});

export interface ImageLayer {
  digest: string;
  size: number;
  mediaType: string;
  /** The build step that made the layer, from the image's history. */
  createdBy?: string;
}

/** The layers view and the package screens read this; it is the `native` part of the facts. */
export interface ImageDetails {
  digest: string;
  mediaType: string;
  kind: 'image' | 'index';
  artifactType?: string;
  /** Bytes of config and layers; for an index of its children's manifests. */
  totalSize: number;
  platform?: string;
  created?: string;
  author?: string;
  entrypoint?: string[];
  command?: string[];
  workingDirectory?: string;
  runsAs?: string;
  ports?: string[];
  labels: Record<string, string>;
  annotations: Record<string, string>;
  layers: ImageLayer[];
  /** Build steps, those without a layer included, oldest first. */
  history: { createdBy: string; created?: string; emptyLayer: boolean }[];
  /** Children of an index. */
  platforms: { platform: string; digest: string; size: number }[];
}

function platformText(platform: { os?: string | undefined; architecture?: string | undefined; variant?: string | undefined } | null | undefined): string {
  return [platform?.os, platform?.architecture, platform?.variant].filter(Boolean).join('/');
}

function parseJson(bytes: Buffer | undefined): unknown {
  try {
    return bytes && JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function readLayers(manifest: Manifest, history: ImageConfig['history']): ImageLayer[] {
  const steps = (history ?? []).filter((step) => !step.empty_layer);
  // A squashed or stripped image has a history that does not fit its layers; then nobody can say which step made which.
  const fits = steps.length === manifest.layers.length;
  return manifest.layers.map(({ digest, size, mediaType }, index) => {
    const createdBy = fits ? steps[index]?.created_by : undefined;
    return { digest, size, mediaType, ...(createdBy ? { createdBy } : {}) };
  });
}

/** Longer than any list of licences; whoever pushed the image wrote it, and it may fill a whole manifest. */
const longestLicences = 10_000;

function readLicences(expression: string | undefined): string[] {
  if (!expression) return [];
  // One blank on each side, the others trimmed away: runs of blanks before the word would be tried again from each of them.
  const names = expression
    .slice(0, longestLicences)
    .split(/\s(?:AND|OR)\s|,/i)
    .map((name) => name.replace(/[()]/g, '').trim());
  return [...new Set(names.filter(Boolean))];
}

function readDetails(manifest: Manifest, digest: string, config: ImageConfig | undefined): ImageDetails {
  const children = manifest.manifests.map((child) => ({ platform: platformText(child.platform) || 'unknown', digest: child.digest, size: child.size }));
  const sized = manifest.kind === 'index' ? manifest.manifests : [...(manifest.config ? [manifest.config] : []), ...manifest.layers];
  const run = config?.config;
  const details: ImageDetails = {
    digest,
    mediaType: manifest.mediaType,
    kind: manifest.kind,
    totalSize: sized.reduce((sum, { size }) => sum + size, 0),
    labels: run?.Labels ?? {},
    annotations: { ...manifest.annotations },
    layers: readLayers(manifest, config?.history),
    history: (config?.history ?? []).map((step) => ({
      createdBy: step.created_by ?? '',
      ...(step.created ? { created: step.created } : {}),
      emptyLayer: step.empty_layer ?? false,
    })),
    platforms: children,
  };
  const optional = {
    artifactType: manifest.artifactType,
    platform: platformText(config) || undefined,
    created: config?.created,
    author: config?.author,
    entrypoint: run?.Entrypoint ?? undefined,
    command: run?.Cmd ?? undefined,
    workingDirectory: run?.WorkingDir || undefined,
    runsAs: run?.User || undefined,
    ports: run?.ExposedPorts ? Object.keys(run.ExposedPorts) : undefined,
  };
  return Object.assign(details, Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)));
}

function getDisplay(details: ImageDetails): Record<string, string> {
  const platforms = details.kind === 'index' ? details.platforms.map(({ platform }) => platform).join(', ') : details.platform;
  const rows = { Digest: details.digest, Type: details.artifactType ?? details.mediaType, Platform: platforms, Created: details.created };
  return Object.fromEntries(Object.entries(rows).filter((row): row is [string, string] => Boolean(row[1])));
}

/** Facts of a chart stored as an OCI artifact. */
function chartFacts(manifest: Manifest, config: unknown): PackageFacts {
  if (manifest.config?.mediaType !== mediaTypes.helmConfig) return {};
  const chart = ChartConfig.safeParse(config);
  if (!chart.success) return {};
  const { description, home, keywords, maintainers } = chart.data;
  return {
    ...(description ? { description } : {}),
    ...(home ? { homepage: home } : {}),
    ...(keywords ? { tags: keywords } : {}),
    ...(maintainers ? { authors: maintainers.map(({ name }) => name) } : {}),
  };
}

/** Gives what the package tables keep of a manifest; `config` are the bytes of the config blob where it is at hand. */
export function imageFacts(manifest: Manifest, digest: string, config?: Buffer): PackageFacts {
  const json = parseJson(config);
  const parsed = ImageConfig.safeParse(json);
  const details = readDetails(manifest, digest, parsed.success ? parsed.data : undefined);
  const named = (key: string) => manifest.annotations[`org.opencontainers.image.${key}`] ?? details.labels[`org.opencontainers.image.${key}`];
  const licenses = readLicences(named('licenses'));
  const homepage = named('url') ?? named('source');
  const authors = named('authors') ?? details.author;
  return {
    ...(named('description') ? { description: named('description') as string } : {}),
    ...(licenses.length > 0 ? { licenses } : {}),
    ...(homepage ? { homepage } : {}),
    ...(authors ? { authors: [authors] } : {}),
    ...chartFacts(manifest, json),
    display: getDisplay(details),
    native: details,
  };
}

/** Properties of compatible clients (docker.*) and of our own referrer look-up (oci.*). */
export function manifestProperties(
  image: string,
  reference: string,
  manifest: Manifest,
  digest: string,
  facts: PackageFacts,
): Record<string, readonly string[]> {
  const details = facts.native as ImageDetails;
  const labels = Object.entries(details.labels).filter(([, value]) => value.length > 0 && value.length <= 2000);
  return {
    'docker.manifest': [reference],
    'docker.manifest.digest': [digest],
    'docker.manifest.type': [manifest.mediaType],
    'docker.repoName': [image],
    [digest.slice(0, digest.indexOf(':'))]: [digest.slice(digest.indexOf(':') + 1)],
    ...(manifest.subject ? { 'oci.subject': [`${manifest.subject.algorithm}:${manifest.subject.hex}`] } : {}),
    ...(manifest.artifactType ? { 'oci.artifact.type': [manifest.artifactType] } : {}),
    ...Object.fromEntries(labels.map(([key, value]) => [`docker.label.${key}`, [value]])),
  };
}
