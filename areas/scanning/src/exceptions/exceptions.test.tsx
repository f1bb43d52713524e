import * as contract from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { testViolation } from '../governing/test-governing.ts';
import { scanningScreens } from '../scanning-screens.ts';

prepareConsole();
const session = { administrator: false, services: { xray: '1' } } as const;
const exception: contract.PolicyException = {
  id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11',
  author: 'ann',
  created: '2026-01-01T00:00:00.000Z',
  notes: 'It is never called',
  is_expired: false,
  ignore_filters: { vulnerabilities: ['CVE-2026-1'], artifacts: [{ name: 'app-1.0.0.tgz', path: 'js/app/-/' }] },
  state: 'asked',
  violation: '17',
  once: false,
  decided_by: null,
  decided_at: null,
  decision: '',
  may_decide: true,
  may_end: true,
};
const analysis = { state: 'not_affected' as const, justification: 'code_not_reachable' as const };
const time = '2026-01-01T00:00:00.000Z';
const story = {
  state: 'active' as const,
  asked: null,
  events: [
    { what: 'opened' as const, reason: 'new advisory', at: time, rule: null },
    {
      what: 'ignored' as const,
      reason: null,
      at: '2026-01-02T00:00:00.000Z',
      rule: { author: 'ann', notes: 'Never called', approved_by: 'root', ended_by: 'root' },
    },
    {
      what: 'returned' as const,
      reason: null,
      at: '2026-01-03T00:00:00.000Z',
      rule: { author: 'ann', notes: 'Never called', approved_by: 'root', ended_by: 'root' },
    },
    { what: 'closed' as const, reason: 'withdrawn', at: '2026-01-04T00:00:00.000Z', rule: null },
    { what: 'opened' as const, reason: 'licence changed', at: '2026-01-05T00:00:00.000Z', rule: null },
    { what: 'opened' as const, reason: 'properties changed', at: '2026-01-06T00:00:00.000Z', rule: null },
  ],
};

it('a violation says what happened, by whom and why, and whoever may not ignore it asks for an exception', async () => {
  const sent: unknown[] = [];
  server.use(
    answers(readViolation, { ...testViolation, ...story, may_ignore: false }),
    answers(contract.askPolicyException, ({ body }) => {
      sent.push(body);
      return exception;
    }),
  );
  renderArea(scanningScreens, '/security/violations/17', session);
  for (const text of [
    /: Opened: the advisory is new$/,
    /: Ignored: root approved what ann asked for: Never called$/,
    /: Returned: root ended the ignore rule$/,
    /: Closed: no advisory speaks of it any more$/,
    /: Opened: its licence is known otherwise$/,
    /: Opened: the properties of the file changed$/,
  ])
    expect(await screen.findByText((_, element) => element?.tagName === 'LI' && text.test(element.textContent ?? ''))).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Ask for an exception' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask for an exception?' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'It is never called');
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Assessment' }), 'Not affected: the code is never called');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ask' }));
  await expect.poll(() => sent).toEqual([{ notes: 'It is never called', once: false, analysis }]);
});

it('of one occurrence no document of VEX tells anything, and nothing is asked of it', async () => {
  const sent: unknown[] = [];
  server.use(
    answers(readViolation, { ...testViolation, ...story, may_ignore: false }),
    answers(contract.askPolicyException, ({ body }) => {
      sent.push(body);
      return exception;
    }),
  );
  renderArea(scanningScreens, '/security/violations/17', session);
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for an exception' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'It is never called');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Assessment' }), 'A false positive');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Only this occurrence/ }));
  expect(screen.queryByRole('combobox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await expect.poll(() => sent).toEqual([{ notes: 'It is never called', once: true }]);
});

it('of what is no vulnerability no document of VEX tells anything either', async () => {
  server.use(answers(readViolation, { ...testViolation, ...story, type: 'license', may_ignore: false }));
  renderArea(scanningScreens, '/security/violations/17', session);
  await userEvent.click(await screen.findByRole('button', { name: 'Ask for an exception' }));
  expect(await screen.findByRole('textbox', { name: 'Reason' })).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('a violation says why an exception was refused, and can be asked for again', async () => {
  const asked = { id: exception.id, state: 'refused' as const, author: 'ann', notes: 'It is never called', decided_by: 'root', decision: 'Take 1.1.0' };
  server.use(answers(readViolation, { ...testViolation, ...story, asked, may_ignore: false }));
  renderArea(scanningScreens, '/security/violations/17', session);
  expect(await screen.findByText(/root refused an exception: Take 1\.1\.0/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ask for an exception' })).toBeVisible();
});

it('what is asked for is listed, and refused with a reason or approved until a moment', async () => {
  const sent: unknown[] = [];
  server.use(
    answers(contract.listPolicyExceptions, () => ({ items: [exception], total: 1, next: null })),
    answers(contract.decidePolicyException, ({ body }) => {
      sent.push(body);
      return { ...exception, state: 'refused' as const };
    }),
  );
  renderArea(scanningScreens, '/security/exceptions', session);
  expect(await screen.findByText('js/app/-/app-1.0.0.tgz')).toBeVisible();
  const decide = async () => {
    await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
    await userEvent.click(await screen.findByRole('menuitem', { name: /Decide/ }));
    return within(await screen.findByRole('dialog', { name: 'Ignore CVE-2026-1?' }));
  };
  const refusing = await decide();
  expect(refusing.getByRole('button', { name: 'Refuse' })).toBeDisabled();
  await userEvent.type(refusing.getByRole('textbox', { name: 'Note' }), 'Take 1.1.0');
  await userEvent.click(refusing.getByRole('button', { name: 'Refuse' }));
  await expect.poll(() => sent).toEqual([{ approved: false, note: 'Take 1.1.0' }]);
  const approving = await decide();
  await userEvent.click(approving.getByRole('button', { name: 'Approve' }));
  await expect.poll(() => sent.at(-1)).toEqual({ approved: true, note: '' });
});

it('what documents of VEX are to tell is approved as it was asked for, or otherwise', async () => {
  const sent: unknown[] = [];
  server.use(
    answers(contract.listPolicyExceptions, () => ({ items: [{ ...exception, analysis }], total: 1, next: null })),
    answers(contract.decidePolicyException, ({ body }) => {
      sent.push(body);
      return { ...exception, state: 'approved' as const };
    }),
  );
  renderArea(scanningScreens, '/security/exceptions', session);
  const approve = async (assessment?: string) => {
    await userEvent.click((await screen.findAllByRole('button', { name: /^Actions/ }))[0]!);
    await userEvent.click(await screen.findByRole('menuitem', { name: /Decide/ }));
    const field = await screen.findByRole('combobox', { name: 'Assessment' });
    expect(field).toHaveDisplayValue('Not affected: the code is never called');
    if (assessment) await userEvent.selectOptions(field, assessment);
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  };
  await approve();
  await approve('Exploitable, and accepted');
  await approve('None yet: under investigation');
  expect(sent).toEqual([
    { approved: true, note: '' },
    { approved: true, note: '', analysis: { state: 'exploitable' } },
    { approved: true, note: '', analysis: null },
  ]);
});
