import type { Bucket, BucketOrder, BucketStatus } from '@packhouse/contract/mission-control/bucket-routes.ts';

export const testBucket: Bucket = {
  id: '4c7a4b53-0a5c-4bb8-8d0e-5a6c0f3e1b11',
  name: 'acme',
  identifier: 'a6e8dc7b9fa3b980603026b5',
  parent: null,
  licenseType: 'ENTERPRISE',
  customerName: 'Acme Ltd',
  issueDate: '2026-01-01T00:00:00.000Z',
  expiryDate: '2999-01-01T00:00:00.000Z',
  totalProjects: 30,
  size: 20,
  used: 3,
  available: 12,
  licenses: 15,
  splitBuckets: 1,
  downloadedAt: null,
};

export const testSplit: Bucket = {
  ...testBucket,
  id: 'd1a1a8e4-6a44-4a5e-9d83-3f7d53b0b8a2',
  name: 'acme-branch',
  identifier: 'b7f9ed8c0ab4ca91714137c6',
  parent: { id: testBucket.id, name: 'acme' },
  size: 5,
  used: 0,
  available: 5,
  licenses: 5,
  splitBuckets: 0,
};

export const testOrder: BucketOrder = {
  id: '0b7f6f55-6a52-4a3c-9a0f-7c1f0a6f6a01',
  kind: 'attach',
  deployment: 'Paris',
  wanted: 2,
  done: 2,
  state: 'done',
  message: '2 licenses are attached to Paris',
  reason: 'order_attached',
  values: { count: 2, name: 'Paris' },
  requestedBy: 'admin',
  at: '2026-11-01T10:00:00.000Z',
};

export const testStatus: BucketStatus = {
  bucket: testBucket,
  splits: [testSplit],
  targets: [
    { id: 'home', name: 'Berlin', home: true, status: 'ONLINE', nodes: 1, attached: 1, reserved: 0 },
    { id: 'paris', name: 'Paris', home: false, status: 'PARTIAL', nodes: 3, attached: 2, reserved: 0 },
  ],
  holders: [
    { id: 'home', name: 'Berlin', status: 'ONLINE', attached: 1, reserved: 0, unknown: 0 },
    { id: 'paris', name: 'Paris', status: 'PARTIAL', attached: 2, reserved: 0, unknown: 1 },
    { id: 'rome', name: 'Rome', status: 'OFFLINE', attached: 1, reserved: 0, unknown: 1 },
  ],
  strange: [],
  unknownUsage: 2,
  pipelinesNodes: 4,
  maxUsed: 7,
  days: [
    { day: '2026-11-01', maxUsed: 7, unknown: 0 },
    { day: '2026-11-02', maxUsed: 4, unknown: 2 },
  ],
  orders: [testOrder],
};
