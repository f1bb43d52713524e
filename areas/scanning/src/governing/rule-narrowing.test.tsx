import { createPolicy, type PolicyInput, readPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { enter, fieldNamed } from '@packhouse/testkit/console/form-fields.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { governingScreens } from './governing-screens.ts';
import { getPolicy, makePolicyDraft } from './policy-draft.ts';
import { ruleText } from './rule-text.ts';
import { testPolicy } from './test-governing.ts';

prepareConsole();
const administrator = { administrator: true, services: { xray: '1' } } as const;

it('a rule asks in a sentence what is probably exploited, and in which versions of which packages', async () => {
  const sent: PolicyInput[] = [];
  server.use(
    answers(createPolicy, ({ body }) => {
      sent.push(body as PolicyInput);
      return testPolicy;
    }),
    answers(readPolicy, testPolicy),
  );
  renderArea(governingScreens, '/security/policies/new', administrator);
  expect(await screen.findByRole('button', { name: 'Create policy' })).toBeVisible();
  await enter('Name', 'likely');
  await enter('that is', 'probably exploited (EPSS)');
  await enter('at least, in %', '12.5');
  await enter('in', 'packages named');
  await enter('namely', '@acme/*');
  await enter('of type', 'npm');
  await userEvent.type(fieldNamed('in versions'), '[[1.0.0,2.0.0){Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Create policy' }));
  await expect
    .poll(() => sent[0]?.rules[0]?.criteria)
    .toEqual({
      min_severity: 'High',
      fix_version_dependant: true,
      epss_min: 0.125,
      package_name: '@acme/*',
      package_type: 'npm',
      package_versions: ['[1.0.0,2.0.0)'],
    });
});

it.each([
  [{ exploited: true }, { min_severity: 'All Severities', exploited: true }, 'any severity, known to be exploited → notes a violation'],
  [{ min_severity: 'High', epss_min: 0.00042 }, undefined, 'High or worse, EPSS 0.042 % or more → notes a violation'],
  [
    { cvss_range: { from: 7, to: 10 }, fix_version_dependant: true, package_name: 'lodash', package_versions: ['(,4)', '5'] },
    undefined,
    'CVSS 7 to 10 with a fix, in lodash (,4), 5 → notes a violation',
  ],
  [{ malicious_package: true, package_name: '*', package_type: 'npm' }, undefined, 'a malicious package, in * (npm) → notes a violation'],
] as const)('a form keeps what narrows %j, and lists say it', (criteria, kept, text) => {
  const rule = { name: 'one', criteria: criteria as unknown as PolicyInput['rules'][number]['criteria'], actions: {} };
  expect(getPolicy(makePolicyDraft({ ...testPolicy, rules: [rule] })).rules[0]?.criteria).toEqual(kept ?? criteria);
  expect(ruleText('security', rule)).toBe(text);
});
