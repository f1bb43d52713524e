import { getHookDomain, hookDomainNames } from '@packhouse/contract/events/hook-domains.ts';
import { expect, it } from 'vitest';
import { readableTypes, readDomainEvents } from './domain-events.ts';
import { getSample } from './samples.ts';

const file = { repository: 'libs', class: 'local', format: 'maven', sha256: 'a'.repeat(64), size: 3, by: 'ann' };
const about = { repo_key: 'libs', sha256: file.sha256, size: 3 };
const read = (type: string, data: Record<string, unknown>) => readDomainEvents({ type, data });

it('HOOK-009 reads what happens to files', () => {
  const place = { kind: 'path', repository: 'libs', repositoryType: 'local', path: 'org/a.jar' };
  const data = { ...about, path: 'org/a.jar', name: 'a.jar' };
  for (const eventType of ['deployed', 'deleted'])
    expect(read(`artifact.${eventType}`, { ...file, path: 'org/a.jar', package: 'org:a', version: '1' })).toEqual([
      { domain: 'artifact', eventType, subject: 'libs/org/a.jar', data, place },
    ]);
  expect(read('artifact.cached', { ...file, class: 'remote', path: 'org/a.jar' })).toEqual([
    { domain: 'artifact', eventType: 'cached', subject: 'libs/org/a.jar', data, place: { ...place, repositoryType: 'remote' } },
  ]);
  expect(read('files.deleted', { ...file, files: ['a', 'b'].map((path) => ({ path, sha256: file.sha256, size: 3 })) })).toMatchObject([
    { eventType: 'deleted', data: { ...about, path: 'a' } },
    { eventType: 'deleted', data: { ...about, path: 'b' } },
  ]);
});

it('HOOK-009 reads a move and a copy once, with both paths', () => {
  for (const eventType of ['moved', 'copied']) {
    const page = { ...file, target: 'stable', files: [{ from: 'org/a.jar', to: 'com/b.jar', sha256: file.sha256, size: 3 }] };
    expect(read(`files.${eventType}`, page)).toMatchObject([
      {
        domain: 'artifact',
        eventType,
        subject: 'libs/org/a.jar',
        otherSubject: 'stable/com/b.jar',
        data: { ...about, path: 'org/a.jar', name: 'a.jar', source_repo_path: 'libs/org/a.jar', target_repo_path: 'stable/com/b.jar' },
        place: { repository: 'libs', path: 'org/a.jar' },
      },
    ]);
  }
  expect(read('artifact.deployed', { ...file, path: 'com/b.jar', part: 'move' })).toEqual([]);
  expect(read('artifact.deleted', { ...file, path: 'org/a.jar', part: 'move' })).toEqual([]);
});

it('HOOK-009 reads an event for every property of every file', () => {
  const changes = [
    { key: 'level', before: ['low'], after: ['high', 'higher'] },
    { key: 'old', before: ['x'], after: [] },
  ];
  expect(read('properties.changed', { ...file, files: [{ path: 'a', size: 3, changes }] })).toMatchObject([
    { domain: 'artifact_property', eventType: 'added', subject: 'libs/a', data: { property_key: 'level', property_values: ['high', 'higher'], size: 3 } },
    { domain: 'artifact_property', eventType: 'deleted', subject: 'libs/a', data: { property_key: 'old', property_values: ['x'] } },
  ]);
});

it('HOOK-009 reads the push of an image as two events, and that of its layers as one', () => {
  const image = { ...file, format: 'docker', path: 'app/1/list.manifest.json', package: 'app', version: '1', imageType: 'oci' };
  const platforms = [{ architecture: 'arm64', os: 'linux' }];
  expect(read('artifact.deployed', { ...image, platforms })).toMatchObject([
    { domain: 'artifact', eventType: 'deployed' },
    { domain: 'docker', eventType: 'pushed', data: { ...about, image_name: 'app', tag: '1', platforms, image_type: 'oci', name: 'list.manifest.json' } },
  ]);
  expect(read('artifact.deleted', image).map(({ domain, eventType }) => `${domain} ${eventType}`)).toEqual(['artifact deleted', 'docker deleted']);
  expect(read('artifact.deployed', { ...image, package: undefined, version: undefined })).toHaveLength(1);
  expect(read('image.promoted', image)).toMatchObject([{ domain: 'docker', eventType: 'promoted', data: { image_name: 'app', tag: '1' } }]);
});

it('HOOK-010 HOOK-011 reads builds, release bundles by their kind, and distribution', () => {
  const started = '2026-01-02T03:04:05.678+0000';
  expect(read('build.uploaded', { repository: 'artifactory-build-info', name: 'tool', number: '1', started })).toMatchObject([
    { domain: 'build', data: { build_name: 'tool', build_number: '1', build_started: started, build_repo: 'artifactory-build-info' }, place: { name: 'tool' } },
  ]);
  const bundle = { repository: 'release-bundles', bundle: 'tool', version: '1', type: 'source', size: 9 };
  const data = { release_bundle_name: 'tool', release_bundle_version: '1', release_bundle_size: 9 };
  const names = (type: string, more: object) => read(type, { ...bundle, ...more }).map(({ domain, eventType }) => `${domain} ${eventType}`);
  expect(names('release-bundle.created', {})).toEqual(['release_bundle created', 'release_bundle_v2 release_bundle_v2_started']);
  expect(names('release-bundle.deleted', {})).toEqual(['release_bundle deleted']);
  expect(names('release-bundle.deleted', { type: 'target' })).toEqual(['destination delete_completed', 'artifactory_release_bundle delete_completed']);
  expect(read('release-bundle.promotion-failed', { ...bundle, environment: 'PROD', message: 'no' })).toMatchObject([
    { data: { ...data, environment: 'PROD', repository_key: 'release-bundles', status_message: 'no' }, place: { environment: 'PROD' } },
  ]);
  const run = { ...bundle, id: '3', targets: [{ name: 'edge', url: 'https://edge.example.com' }] };
  expect(read('distribution.aborted', { ...run, order: 'distribute' })).toMatchObject([
    {
      eventType: 'distribute_aborted',
      data: {
        ...data,
        transaction_id: '3',
        status_message: 'aborted',
        edge_node_info_list: [{ edge_node_name: 'edge', edge_node_address: 'https://edge.example.com' }],
      },
    },
  ]);
  expect(names('distribution.aborted', { ...run, order: 'delete' })).toEqual(['distribution delete_failed']);
});

it('tells nothing of what it does not know, and of shapes that it cannot read', () => {
  expect(read('toString', {})).toEqual([]);
  expect(read('artifact.deployed', { path: 7 })).toEqual([]);
  expect(read('release-bundle.promoted', { repository: 'release-bundles', bundle: 'a', version: '1', type: 'source' })).toEqual([]);
});

it('HOOK-008 has a sample of every event type, made as a real one wherever something happens', () => {
  for (const domain of hookDomainNames)
    for (const eventType of getHookDomain(domain).types)
      expect(Object.keys(getSample(domain, eventType) ?? {}).length, `${domain} ${eventType}`).toBeGreaterThan(0);
  expect(getSample('docker', 'pushed')).toMatchObject({ image_name: 'team/app', tag: '1.0', platforms: [{ architecture: 'amd64', os: 'linux' }] });
  expect(getSample('docker', 'deployed')).toBeUndefined();
  expect(readableTypes).toContain('artifact.deployed');
});
