import type { SupportBundle } from '@packhouse/contract/operations/support-routes.ts';
import { expect, it } from 'vitest';
import { type CreationStep, creations, isUnderWay, noCreations, refreshDelay } from './placeholders.ts';
import { makeParameters, type SupportBundleDraft } from './support-bundles.ts';

const supportBundle = (id: string, service: SupportBundle['service'] = 'artifactory'): SupportBundle => ({
  id,
  name: id,
  description: '',
  service,
  nodes: [],
  parameters: { thread_dump: { count: 1, interval: 0 }, configuration: true, logs: { include: true } },
  status: 'in progress',
  create_date: '2026-11-22T01:00:00.000Z',
  created_by: 'admin',
  size: 0,
});
const after = (...steps: CreationStep[]) => steps.reduce(creations, noCreations);
const begun = (id: string, service?: SupportBundle['service']): CreationStep => ({ type: 'begun', placeholder: supportBundle(id, service) });

it('SUP-006 SUP-007 puts a stand-in into the list and counts what is under way by service', () => {
  const two = after(begun('a'), begun('b'), begun('c', 'xray'));
  expect(two.placeholders.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(two.underWay).toEqual({ artifactory: 2, xray: 1 });
  const one = creations(two, { type: 'ended', service: 'artifactory' });
  expect(one.underWay).toEqual({ artifactory: 1, xray: 1 });
  expect(isUnderWay(one)).toBe(true);
});

it('SUP-008 keeps stand-ins until none is under way any more', () => {
  expect(refreshDelay).toBe(3000);
  const busy = after(begun('a'), { type: 'settled' });
  expect(busy.placeholders).toHaveLength(1);
  const done = after(begun('a'), { type: 'ended', service: 'artifactory' }, { type: 'settled' });
  expect(done).toEqual({ placeholders: [], underWay: { artifactory: 0 } });
});

it('SUP-005 sends looks at threads as whole numbers, and the days of logs as a moment', () => {
  const draft: SupportBundleDraft = {
    service: 'artifactory',
    name: 'x',
    description: '',
    nodes: [],
    configuration: true,
    logs: true,
    days: '7',
    threadCount: '3',
    threadInterval: '250.9',
  };
  const now = Date.parse('2026-11-22T00:00:00.000Z');
  expect(makeParameters(draft, now)).toEqual({
    thread_dump: { count: 3, interval: 250 },
    configuration: true,
    logs: { include: true, start_date: '2026-11-15T00:00:00.000Z' },
  });
  expect(makeParameters({ ...draft, days: '', threadCount: null }, now)).toMatchObject({ thread_dump: { count: 0 }, logs: { include: true } });
});
