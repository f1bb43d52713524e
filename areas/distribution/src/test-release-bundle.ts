import type { ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';

/** An open release bundle as tests read it. */
export const openReleaseBundle: ReleaseBundle = {
  name: 'shop',
  version: '1.2.0',
  type: 'source',
  state: 'OPEN',
  status: 'Not distributed',
  description: 'The shop',
  files: 1,
  bytes: 2000,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'ann',
  releaseNotes: { syntax: 'markdown', content: '' },
  source: { from: 'artifacts', paths: ['libs/shop.jar'], mappings: [], addedProperties: [] },
  storingRepository: '',
  may: { change: true, sign: true, distribute: true, recall: true, promote: true, delete: true },
};
