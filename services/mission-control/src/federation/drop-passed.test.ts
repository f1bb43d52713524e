import { expect, it } from 'vitest';
import { dropPassed } from './drop-passed.ts';

const step = (label: 'trust' | 'reach' | 'accept', target: string, status: 'done' | 'failed' = 'failed') => ({
  label,
  source: 'Hub',
  target,
  status,
  message: null,
});
const link = (peerName: string, state: 'live' | 'configuring') => ({ source: 'Hub', peerName, state });

it('tells no more of a step that failed once its link has come further, but for the trust', () => {
  const steps = [step('accept', 'Branch'), step('reach', 'Branch', 'done'), step('trust', 'Branch'), step('accept', 'Sydney'), step('reach', 'Oslo')];
  const left = dropPassed(steps, [link('Branch', 'live'), link('Sydney', 'configuring')]);
  expect(left.map(({ label, target }) => `${label} ${target}`)).toEqual(['reach Branch', 'trust Branch', 'accept Sydney', 'reach Oslo']);
});
