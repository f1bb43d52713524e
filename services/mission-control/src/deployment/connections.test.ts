import type { Beacon, FederationLink } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { expect, it } from 'vitest';
import { findConnections } from './connections.ts';

const beacon: Beacon = {
  id: 'hub',
  name: 'Hub',
  url: 'https://hub.example.org',
  version: '1.0.0',
  at: '2026-01-01T00:00:00.000Z',
  services: [],
  storage: { writable: true, used: null, total: null, free: null },
  licences: [],
  copying: [],
  federation: [],
  eventsLag: 0,
  counts: {},
};
const last = '2026-01-01T00:00:00.000Z';
const error = { message: 'nobody answered' };
const link: FederationLink = { source: 'hub', target: 'edge', kind: 'star', types: ['USERS'], state: 'live', lagMs: 5, lastAt: last, error: null };
const copying = { what: 'replication', name: 'npm', direction: 'push', url: 'https://edge.example.org/npm', status: 'Failed', lastAt: last, error } as const;

const findAt = (said: Partial<Beacon>) =>
  findConnections([
    { id: 'hub', url: 'https://hub.example.org', home: true, beacon: { ...beacon, ...said } },
    { id: 'edge', url: 'https://edge.example.org', home: false, beacon: null },
  ]);

it('TOPO-006 does not call a link of a federation failed that is tried again, and tells its last error beside what it did', () => {
  const findStatus = (more: Partial<FederationLink>) => findAt({ federation: [{ ...link, ...more }] }).find(({ kind }) => kind === 'FEDERATION');
  expect(findStatus({})).toMatchObject({ name: 'USERS', status: 'Succeeded', lagMs: 5, error: null });
  for (const state of ['failed', 'failing']) {
    expect(findStatus({ state, error })).toMatchObject({ status: 'Succeeded', lastAt: last, error });
    expect(findStatus({ state, error, lastAt: null })).toMatchObject({ status: 'Not Run', error });
  }
  const nextAt = '2026-01-01T00:05:00.000Z';
  expect(findStatus({ error, failingSince: last, nextAt })).toMatchObject({ failingSince: last, nextAt });
  expect(findStatus({ error, failingSince: 'long ago', nextAt: null })).toEqual(findStatus({ error }));
});

it('finds the other end of a replication by its address, in either direction, and keeps why one failed', () => {
  expect(findAt({ copying: [copying, { ...copying, name: 'back', direction: 'pull' }] })).toEqual([
    { kind: 'REPLICATION', name: 'npm', source: 'hub', target: 'edge', status: 'Failed', lastAt: last, lagMs: null, error },
    { kind: 'REPLICATION', name: 'back', source: 'edge', target: 'hub', status: 'Failed', lastAt: last, lagMs: null, error },
    { kind: 'FEDERATION', name: '', source: 'hub', target: 'edge', status: 'Not Configured', lastAt: null, lagMs: null, error: null },
  ]);
  expect(findAt({ copying: [{ ...copying, url: 'https://elsewhere.example.org' }] }).map(({ status }) => status)).toEqual(['Not Configured', 'Not Configured']);
});
