import type { PolicyActions } from '@packhouse/contract/scanning/policy-routes.ts';
import { expect, it } from 'vitest';
import { getPolicy, makePolicyDraft } from './policy-draft.ts';
import { testPolicy } from './test-governing.ts';

it('a form gives back every action of a rule as a client wrote it', () => {
  const actions: PolicyActions = {
    block_download: { active: true, unscanned: true, grace_period_days: 3, running_days: 30 },
    fail_build: true,
    build_failure_grace_period_in_days: 5,
    custom_severity: 'Low',
    notify_watch_recipients: true,
    notify_deployer: true,
    mails: ['ada@example.org', 'bob@example.org'],
  };
  const [rule] = testPolicy.rules;
  const given = { ...testPolicy, rules: [{ ...rule!, actions }] };
  expect(getPolicy(makePolicyDraft(given)).rules[0]?.actions).toEqual(actions);
});
