import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { chunkLoadTimeout } from '../../../tools/console/federation.ts';
import { constants } from './constants.ts';
import { findFormatId } from './repositories/format-ids.ts';

/** Of those documented, what is a format here, and the one that never was. */
const documentedFolderFormats = ['maven', 'ivy', 'gradle', 'docker', 'conan'].filter((type) => type === 'ivy' || findFormatId(type) !== undefined);

/** The two lists of constants say this, line by line: document 1 §9, then document 2 §9. */
const documented: Record<keyof typeof constants, unknown> = {
  pathPrefix: '/ui/',
  chunkLoadTimeout: 120000,
  maximumMountTime: 100000,
  microfrontendLifetime: 7 * 24 * 60 * 60 * 1000,
  loginRedirectLifetime: 60 * 60 * 1000,
  idleThreshold: 60000,
  quickStartPolling: 3000,
  copiedIndicator: 2000,
  sampleImage: { name: 'hello-world', pulledTag: 'latest', pushedTag: '1.0.0' },
  pullCheckPath: 'library/hello-world/latest/list.manifest.json',
  pushCheckPath: 'hello-world/1.0.0/manifest.json',
  cacheSuffix: '-cache',
  defaultProject: { name: 'Default Project', key: 'dflt' },
  projectKeyLength: 128,
  onboardingTypes: expect.toSatisfy((types: string[]) => types.length === 9),
  packageSearchMinimum: 3,
  packagePageSize: 100,
  recentSearches: 5,
  packageSearchTypes: ['All', 'docker', 'npm', 'maven', 'go', 'nuget', 'helm'],
  counterAnimation: { steps: 50, interval: 50 },
  dialogWidth: 420,
  defaultPorts: { http: 80, https: 443 },
  componentSearchRows: 20,
  violationRows: 25,
  releaseBundleVersions: { artifactory: '7.48.0', distribution: '2.16.0' },
  supportBundleRefresh: 3000,
  logRefresh: 10000,
  uptime: { units: 2, absent: 'unavailable' },
  severityOrder: ['High', 'Medium', 'Low', 'Unknown'],
  folderFormats: expect.toSatisfy((types: string[]) => isDeepStrictEqual(new Set(types), new Set(documentedFolderFormats))),
  notifications: { long: 4500, short: 3000 },
  scanData: { refresh: 20000, retries: 3 },
  packageFetchLimits: { packages: 100, versions: 100, files: 100 },
};

describe('LIMIT-001 LIMIT-002 LIMIT-003 LIMIT-004 LIMIT-007 AUTH-044 AUTH-049 every constant has the documented value', () => {
  it.each(Object.entries(documented))('LIMIT-007 %s', (name, value) => {
    expect(constants[name as keyof typeof constants]).toEqual(value);
  });

  it('LIMIT-002 the build gives up on scripts after the same time', () => {
    expect(chunkLoadTimeout).toBe(constants.chunkLoadTimeout);
  });
});
