import type { InspectedToken, OwnDeployment, TrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';

export const self: OwnDeployment = {
  id: 'uplcyv5v2n4x',
  name: 'South',
  url: 'https://south.example.org',
  fingerprint: 'acorn beacon cactus dolphin ember falcon',
  keySince: '2026-01-01T00:00:00.000Z',
};

export const north: TrustedDeployment = {
  id: 'cjnnfmb25s1u',
  name: 'North',
  url: 'https://north.example.org',
  purposes: ['federation', 'mission-control'],
  accepts: { entities: ['USERS', 'GROUPS'], administrators: false, licences: true, releaseBundles: true, federationOrders: true, watching: true },
  allowPrivate: false,
  fingerprint: 'garden honey igloo jasmine kayak lemon',
  pairedAt: '2026-01-02T00:00:00.000Z',
  pairedBy: 'admin',
  clockOffset: 3_600_000,
  clockAt: '2026-01-02T00:00:00.000Z',
  revokedAt: null,
  revokedThere: false,
  toBeTold: false,
};

export const listed = (...items: TrustedDeployment[]) => ({ self, items });

export const made = {
  token: `${'x'.repeat(200)}.y.z`,
  expiresAt: '2026-01-02T00:05:00.000Z',
  fingerprint: self.fingerprint,
  url: 'https://south.example.org',
};

export const inspected: InspectedToken = {
  id: north.id,
  name: 'North',
  url: north.url,
  fingerprint: north.fingerprint,
  purposes: ['federation'],
  expiresAt: '2026-01-02T00:05:00.000Z',
};
