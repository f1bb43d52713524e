import { describe, expect, it } from 'vitest';
import { imageFacts, manifestProperties } from './image-facts.ts';
import { parseManifest, referrerDescriptor, requiredBlobs } from './manifest.ts';
import { mediaTypes } from './media-types.ts';

const computeDigest = (letter: string) => `sha256:${letter.repeat(64)}`;
const config = { mediaType: mediaTypes.ociConfig, digest: computeDigest('c'), size: 10 };
const layer = { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest: computeDigest('1'), size: 100 };
const image = { schemaVersion: 2, mediaType: mediaTypes.ociManifest, config, layers: [layer] };
const bytes = (document: unknown) => Buffer.from(JSON.stringify(document));
const refused = (message: RegExp) => expect.objectContaining({ code: 'manifest_invalid', message: expect.stringMatching(message) });

describe('parseManifest', () => {
  it('reads an image', () => {
    const manifest = parseManifest(bytes(image), mediaTypes.ociManifest);
    expect(manifest).toMatchObject({ kind: 'image', mediaType: mediaTypes.ociManifest, artifactType: mediaTypes.ociConfig });
    expect(requiredBlobs(manifest)).toEqual([computeDigest('c'), computeDigest('1')]);
  });
  it('tells an index by its type or by what it holds', () => {
    const index = { schemaVersion: 2, manifests: [{ mediaType: mediaTypes.ociManifest, digest: computeDigest('a'), size: 1 }] };
    expect(parseManifest(bytes(index)).kind).toBe('index');
    expect(parseManifest(bytes({ ...index, mediaType: mediaTypes.dockerList })).kind).toBe('index');
    expect(requiredBlobs(parseManifest(bytes(index)))).toEqual([]);
  });
  it('does not ask for layers that nobody may redistribute', () => {
    const foreign = { mediaType: 'application/vnd.oci.image.layer.nondistributable.v1.tar', digest: computeDigest('f'), size: 5 };
    expect(requiredBlobs(parseManifest(bytes({ ...image, layers: [foreign, layer] })))).toEqual([computeDigest('c'), computeDigest('1')]);
  });
  it('keeps the subject and the artifact type for the referrers list', () => {
    const signature = {
      ...image,
      artifactType: 'application/x.signature',
      subject: { mediaType: mediaTypes.ociManifest, digest: computeDigest('a'), size: 3 },
      annotations: { by: 'me' },
    };
    const manifest = parseManifest(bytes(signature));
    expect(manifest.subject).toEqual({ algorithm: 'sha256', hex: 'a'.repeat(64) });
    expect(referrerDescriptor(manifest, computeDigest('9'), 42)).toEqual({
      mediaType: mediaTypes.ociManifest,
      digest: computeDigest('9'),
      size: 42,
      artifactType: 'application/x.signature',
      annotations: { by: 'me' },
    });
  });
  it('refuses what clients could not use', () => {
    expect(() => parseManifest(Buffer.from('nonsense'))).toThrow(refused(/not JSON/));
    expect(() => parseManifest(bytes({ ...image, schemaVersion: 1 }))).toThrow(refused(/schemaVersion/));
    expect(() => parseManifest(bytes({ ...image, config: undefined }))).toThrow(refused(/needs a "config"/));
    expect(() => parseManifest(bytes({ ...image, manifests: [] }))).toThrow(refused(/may not hold "manifests"/));
    expect(() => parseManifest(bytes({ schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests: [], layers: [layer] }))).toThrow(refused(/may not hold/));
    expect(() => parseManifest(bytes({ ...image, mediaType: 'text/plain' }))).toThrow(refused(/not supported/));
    expect(() => parseManifest(bytes(image), mediaTypes.dockerManifest)).toThrow(refused(/the request says/));
    expect(() => parseManifest(bytes({ ...image, layers: [{ ...layer, digest: 'sha256:short' }] }))).toThrow(refused(/digest/));
    const endless = { ...layer, mediaType: `application/vnd.${'x'.repeat(300)}` };
    expect(() => parseManifest(bytes({ ...image, layers: [endless] }))).toThrow(refused(/layers.0.mediaType/));
    expect(() => parseManifest(bytes({ ...image, artifactType: endless.mediaType }))).toThrow(refused(/artifactType/));
  });
});

describe('imageFacts', () => {
  const settings = bytes({
    architecture: 'arm64',
    os: 'linux',
    variant: 'v8',
    created: '2026-01-02T03:04:05Z',
    config: { Labels: { 'org.opencontainers.image.licenses': '(MIT OR Apache-2.0)', team: 'core' }, Cmd: ['/hello'], ExposedPorts: { '80/tcp': {} } },
    history: [{ created_by: 'COPY hello /' }, { created_by: 'CMD ["/hello"]', empty_layer: true }],
  });
  it('reads platform, labels, licences, steps and sizes', () => {
    const facts = imageFacts(parseManifest(bytes(image)), computeDigest('d'), settings);
    expect(facts.licenses).toEqual(['MIT', 'Apache-2.0']);
    expect(facts.native).toMatchObject({ platform: 'linux/arm64/v8', totalSize: 110, labels: { team: 'core' }, command: ['/hello'], ports: ['80/tcp'] });
    expect(facts.native).toMatchObject({ layers: [{ digest: computeDigest('1'), size: 100, createdBy: 'COPY hello /' }] });
    expect(facts.display).toMatchObject({ Platform: 'linux/arm64/v8', Digest: computeDigest('d') });
  });
  it('says no date of an image that was built without one', () => {
    for (const created of ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z']) {
      const undated = imageFacts(parseManifest(bytes(image)), computeDigest('d'), bytes({ os: 'linux', created, history: [{ created_by: 'COPY', created }] }));
      expect(undated.native).not.toHaveProperty('created');
      expect((undated.native as { history: object[] }).history).toEqual([{ createdBy: 'COPY', emptyLayer: false }]);
      expect(Object.values(undated.display ?? {})).not.toContain(created);
    }
    expect(imageFacts(parseManifest(bytes(image)), computeDigest('d'), settings).display).toMatchObject({ Created: '2026-01-02T03:04:05Z' });
  });
  it('lets annotations win over labels', () => {
    const annotated = parseManifest(
      bytes({ ...image, annotations: { 'org.opencontainers.image.licenses': 'MPL-2.0', 'org.opencontainers.image.description': 'Hi' } }),
    );
    expect(imageFacts(annotated, computeDigest('d'), settings)).toMatchObject({ licenses: ['MPL-2.0'], description: 'Hi' });
  });
  it('reads licences that somebody filled with blanks', () => {
    const licensed = (text: string) => parseManifest(bytes({ ...image, annotations: { 'org.opencontainers.image.licenses': text } }));
    expect(imageFacts(licensed(`MIT${' '.repeat(400_000)}or`), computeDigest('d'), settings).licenses).toEqual(['MIT']);
    expect(imageFacts(licensed('GPL-2.0-or-later  and\tMIT , ISC'), computeDigest('d'), settings).licenses).toEqual(['GPL-2.0-or-later', 'MIT', 'ISC']);
  });
  it('names no step where history and layers do not fit, and takes a config that is no image settings', () => {
    const odd = imageFacts(parseManifest(bytes({ ...image, layers: [layer, layer] })), computeDigest('d'), settings);
    expect((odd.native as { layers: object[] }).layers.every((one) => !('createdBy' in one))).toBe(true);
    expect(imageFacts(parseManifest(bytes(image)), computeDigest('d'), Buffer.from('{}')).native).toMatchObject({ totalSize: 110 });
    expect(imageFacts(parseManifest(bytes(image)), computeDigest('d'), Buffer.from('not json')).native).toMatchObject({ totalSize: 110 });
  });
  it('reads a chart from its config', () => {
    const chart = parseManifest(bytes({ ...image, config: { ...config, mediaType: mediaTypes.helmConfig } }));
    const facts = imageFacts(chart, computeDigest('d'), bytes({ name: 'redis', version: '1.0.0', description: 'A store', keywords: ['cache'] }));
    expect(facts).toMatchObject({ description: 'A store', tags: ['cache'] });
  });
  it('writes the properties compatible clients search by', () => {
    const manifest = parseManifest(bytes(image));
    const properties = manifestProperties('team/app', '1.0', manifest, computeDigest('d'), imageFacts(manifest, computeDigest('d'), settings));
    expect(properties).toMatchObject({
      'docker.manifest': ['1.0'],
      'docker.manifest.digest': [computeDigest('d')],
      'docker.manifest.type': [mediaTypes.ociManifest],
      'docker.repoName': ['team/app'],
      sha256: ['d'.repeat(64)],
      'docker.label.team': ['core'],
    });
  });
});
