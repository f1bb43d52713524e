import { buffer } from 'node:stream/consumers';
import { findInJson } from '../client-setting.ts';
import { configLimit, type ImageDetails, imageFacts, manifestProperties } from '../container/image-facts.ts';
import { parseManifest } from '../container/manifest.ts';
import { blobPath, digestText, locateContainerPath, needDigest, tagPath } from '../container/reference.ts';
import type { Format, Snippet } from '../format.ts';
import { imageEventDetails } from './image-event-details.ts';

/** Numbered releases in their numeric order, before and among words by letters: 1.9 is older than 1.10, both older than latest. */
export function compareTags(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true, sensitivity: 'variant' });
}

function findFirstRegistry(settings: unknown): string[] {
  const known = Object.keys((settings as { auths?: object }).auths ?? {});
  return known.filter((address) => address.endsWith('/v1/')).map((address) => address.slice(0, -'/v1/'.length));
}

/**
 * Container images and every other artifact of the OCI specifications.
 * The protocol (sessions, tokens, digests) is served by the repositories service's container room; this object is what screens, storage and search need.
 */
export const docker: Format = {
  id: 'docker',
  // 2: no dates of the year 1.
  readerRevision: 2,
  apiName: 'docker',
  challenge: 'bearer',
  classify: () => undefined,
  locate(path) {
    const place = locateContainerPath(path);
    return place?.kind === 'tag' ? { package: place.image, version: place.tag, lead: true } : undefined;
  },
  async inspect(location, path, file, readBeside) {
    const manifest = parseManifest(await buffer(file.open()));
    const digest = `sha256:${file.sha256}`;
    const place = locateContainerPath(path);
    const config = place && manifest.config && (await readBeside?.(blobPath(place.image, needDigest(manifest.config.digest)), configLimit));
    // Read again without its settings, an image would lose what is known of it.
    if (readBeside && manifest.config && !config) return location;
    const facts = imageFacts(manifest, digest, config);
    const reference = place?.kind === 'tag' ? place.tag : digest;
    return { ...location, facts, properties: manifestProperties(location.package, reference, manifest, digest, facts) };
  },
  // An index for several platforms is judged by its name alone: each of its images is judged when it is asked for.
  storedOffer(path, { sha256, facts }) {
    const place = locateContainerPath(path);
    if (!place || place.kind === 'blob') return undefined;
    const details = facts?.native as ImageDetails | undefined;
    const digest = place.kind === 'manifest' ? digestText(place.digest) : (details?.digest ?? `sha256:${sha256}`);
    const offer = { key: digest, version: digest, published: details?.created, licences: facts?.licenses };
    return { package: place.image, offer, only: (kind) => details?.kind !== 'index' || kind === 'lookAlike' };
  },
  // Tags move; what a digest names cannot change.
  mayReplace: (path) => locateContainerPath(path)?.kind === 'tag',
  // A tag is only ever an image or an index.
  sibling(path) {
    const place = locateContainerPath(path);
    return place?.kind === 'tag' ? tagPath(place.image, place.tag, path.endsWith('/list.manifest.json') ? 'image' : 'index') : undefined;
  },
  contentLeftBy: (path) => locateContainerPath(path)?.image,
  arrivesInParts: true,
  newestName: 'latest',
  sizeFact: 'totalSize',
  eventDetails: imageEventDetails,
  // A registry answers at its API's root.
  probeUrl: (url) => `${url.replace(/\/$/, '')}/v2/`,
  // https://docs.docker.com/docker-hub/image-library/mirror/
  clientUpstream: {
    settings: [
      {
        files: ['/etc/docker/daemon.json', '~/.config/docker/daemon.json'],
        find: findInJson((settings) => (settings as { 'registry-mirrors'?: unknown[] })['registry-mirrors'] ?? []),
      },
      // Whoever has signed in where images come from that name no host has it there, under the address of its first protocol.
      { files: ['~/.docker/config.json'], find: findInJson(findFirstRegistry) },
    ],
  },
  compareVersions: compareTags,
  setup({ host: usual, key, user, canDeploy, registry = { host: usual, prefix: `${key}/` } }) {
    const { host } = registry;
    const image = `${host}/${registry.prefix}<IMAGE>:<TAG>`;
    const resolve: Snippet[] = [
      { step: 'configure', title: 'Sign in', language: 'shell', text: `docker login ${host} --username ${user}` },
      { step: 'resolve', title: 'Pull an image', language: 'shell', text: `docker pull ${image}` },
    ];
    const publish: Snippet[] = [
      { step: 'publish', title: 'Tag the image for this repository', language: 'shell', text: `docker tag <IMAGE>:<TAG> ${image}` },
      { step: 'publish', title: 'Push the image', language: 'shell', text: `docker push ${image}` },
    ];
    return canDeploy ? [...resolve, ...publish] : resolve;
  },
  demo: async () => (await import('./docker-demo.ts')).demo,
};
