import { getHookDomain, type HookDomain, imageDomain } from '@packhouse/contract/events/hook-domains.ts';
import { containerFormats, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { readDomainEvents } from './domain-events.ts';

const file = { repository: 'libs-local', class: 'local', format: plainFormat, sha256: 'a'.repeat(64), size: 1024, by: 'ann' };
const tag = {
  ...file,
  repository: 'images-local',
  format: containerFormats[0],
  path: 'team/app/1.0/manifest.json',
  package: 'team/app',
  version: '1.0',
  platforms: [{ architecture: 'amd64', os: 'linux' }],
  imageType: 'oci',
};
const path = 'org/tool/1.0/tool-1.0.jar';
const page = { ...file, target: 'releases-local', files: [{ from: path, to: path, sha256: file.sha256, size: file.size }] };
const deletedPage = { ...file, files: [{ path, sha256: file.sha256, size: file.size }] };
const describe = (before: readonly string[], after: readonly string[]) => ({
  ...file,
  files: [{ path, sha256: file.sha256, size: file.size, changes: [{ key: 'qa.level', before, after }] }],
});
const build = { repository: 'artifactory-build-info', name: 'tool', number: '17', started: '2026-01-02T03:04:05.678+0000', by: 'ann' };
const bundle = { repository: 'release-bundles', bundle: 'tool', version: '1.0', type: 'source', size: 4096, by: 'ann' };
const received = { ...bundle, type: 'target' };
const promotion = { ...bundle, environment: 'PROD' };
const makeRun = (order: string) => ({ ...bundle, id: '42', order, targets: [{ name: 'edge', url: 'https://edge.example.com' }] });

/** Events of the platform, from which the samples are made as from real ones. */
const examples: Readonly<Partial<Record<HookDomain, Readonly<Record<string, readonly [type: string, data: Readonly<Record<string, unknown>>]>>>>> = {
  artifact: {
    deployed: ['artifact.deployed', { ...file, path }],
    deleted: ['artifact.deleted', { ...file, path }],
    moved: ['files.moved', page],
    copied: ['files.copied', page],
    cached: ['artifact.cached', { ...file, repository: 'mirror', class: 'remote', path }],
  },
  artifact_lifecycle: { archive: ['files.archived', deletedPage], restore: ['files.restored', deletedPage] },
  artifact_property: { added: ['properties.changed', describe([], ['high'])], deleted: ['properties.changed', describe(['high'], [])] },
  [imageDomain]: { pushed: ['artifact.deployed', tag], deleted: ['artifact.deleted', tag], promoted: ['image.promoted', tag] },
  build: {
    uploaded: ['build.uploaded', build],
    deleted: ['build.deleted', build],
    promoted: ['build.promoted', { ...build, status: 'released' }],
  },
  release_bundle: {
    created: ['release-bundle.created', bundle],
    signed: ['release-bundle.signed', bundle],
    deleted: ['release-bundle.deleted', bundle],
  },
  release_bundle_v2: {
    release_bundle_v2_started: ['release-bundle.created', bundle],
    release_bundle_v2_failed: ['release-bundle.not-signed', { ...bundle, message: 'There is no signing key' }],
    release_bundle_v2_completed: ['release-bundle.signed', bundle],
  },
  release_bundle_v2_promotion: {
    release_bundle_v2_promotion_started: ['release-bundle.promotion-started', promotion],
    release_bundle_v2_promotion_failed: ['release-bundle.promotion-failed', { ...promotion, message: 'No repository takes the files' }],
    release_bundle_v2_promotion_completed: ['release-bundle.promoted', promotion],
  },
  distribution: {
    distribute_started: ['distribution.started', makeRun('distribute')],
    distribute_completed: ['distribution.completed', makeRun('distribute')],
    distribute_aborted: ['distribution.aborted', makeRun('distribute')],
    distribute_failed: ['distribution.failed', makeRun('distribute')],
    delete_started: ['distribution.started', makeRun('delete')],
    delete_completed: ['distribution.completed', makeRun('delete')],
    delete_failed: ['distribution.failed', makeRun('delete')],
  },
  policy: {
    violation_found: [
      'violation.found',
      {
        watch: 'everything',
        project: null,
        severity: 'Critical',
        count: 1,
        violations: [
          {
            id: '17',
            severity: 'Critical',
            type: 'security',
            subject: 'CVE-2021-44228',
            policy: 'no-critical',
            rule: 'critical',
            fixedVersions: ['2.15.0'],
            repository: 'libs-local',
            path,
            package: 'org:tool',
            version: '1.0',
          },
        ],
      },
    ],
  },
  user: { locked: ['access.user.locked', { subject: 'ann' }] },
};

const receivedExamples = {
  received: ['release-bundle.received', received],
  delete_started: ['release-bundle.withdrawing', received],
  delete_completed: ['release-bundle.deleted', received],
  delete_failed: ['release-bundle.not-withdrawn', { ...received, message: 'A file of it is in use' }],
} as const;

/** Gives data as an event of this kind has them, for trying out a webhook. Undefined for a type that the domain does not have. */
export function getSample(domain: HookDomain, eventType: string): Readonly<Record<string, unknown>> | undefined {
  if (!getHookDomain(domain).types.includes(eventType)) return undefined;
  const own = domain === 'destination' || domain === 'artifactory_release_bundle' ? receivedExamples : examples[domain];
  const example = own?.[eventType as keyof typeof own];
  if (!example) return undefined;
  const [type, data] = example as readonly [string, Readonly<Record<string, unknown>>];
  return readDomainEvents({ type, data }).find((event) => event.domain === domain && event.eventType === eventType)?.data;
}
