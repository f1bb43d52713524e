import { expect, it } from 'vitest';
import { gatherConflicts } from './gather-conflicts.ts';

const names = new Map([
  ['hub-id', 'Hub'],
  ['branch-id', 'Branch'],
]);
const conflict = (id: number, at: string, more: object = {}) => ({
  id,
  at,
  kind: 'user' as const,
  name: 'ben',
  register: 'profile',
  kept: { email: 'late@example.test' },
  lost: { email: 'early@example.test' },
  keptBy: 'hub-id',
  lostBy: 'Branch',
  deployment: 'hub-id',
  deploymentName: 'Hub',
  ...more,
});

it('lists a conflict once, though both ends noted it, with the names of whoever wrote the values; the newest first', () => {
  const found = [
    conflict(1, '2026-11-01T10:00:00.000Z'),
    conflict(4, '2026-11-01T10:00:01.000Z', { lostBy: 'branch-id', deployment: 'branch-id', deploymentName: 'Branch' }),
    conflict(2, '2026-11-01T11:00:00.000Z', { name: 'ann' }),
  ];
  expect(gatherConflicts(found, (id) => names.get(id) ?? id)).toMatchObject([
    { name: 'ann', keptBy: 'Hub', lostBy: 'Branch' },
    { id: 4, name: 'ben', keptBy: 'Hub', lostBy: 'Branch', deployment: 'branch-id' },
  ]);
});
