import * as contract from '@packhouse/contract/scanning/violation-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { governingScreens } from './governing-screens.ts';
import { testViolation } from './test-governing.ts';

prepareConsole();
const administrator = { administrator: true, services: { xray: '1' } } as const;
const facets = { active: 700, ignored: 0, severities: [], types: [], policies: [], watches: [], repositories: [] };
const list = (more: object = {}) =>
  answers(contract.listViolations, { data: [{ ...testViolation, ...more }], total_count: 700, next: 'there', previous: null, facets });

async function ask() {
  await userEvent.click(await screen.findByRole('button', { name: 'Ignore all 700 that fit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ignore these violations?' });
  expect(within(dialog).getByText(/^700 violations count no more/)).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Never called');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ignore' }));
  return dialog;
}

it('SEC-038 ignores all that fits the filters, in as many calls as it takes', async () => {
  const sent: unknown[] = [];
  server.use(
    list(),
    answers(contract.ignoreAllViolations, ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? { ignored: 500, left: 200, next: 'place' } : { ignored: 200, left: 0, next: null };
    }),
  );
  renderArea(governingScreens, '/security/violations?severity=High&repository=js', administrator);
  await ask();
  expect(await screen.findByText('700 violations are ignored')).toBeVisible();
  const filter = { repository: 'js', severities: ['High'] };
  expect(sent).toEqual([
    { filter, notes: 'Never called' },
    { filter, notes: 'Never called', after: 'place' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says why it could not, and keeps the reason that was written', async () => {
  server.use(list(), refuses(contract.ignoreAllViolations, 'forbidden'));
  renderArea(governingScreens, '/security/violations', administrator);
  const dialog = await ask();
  expect(await within(dialog).findByRole('alert')).toBeVisible();
  expect(within(dialog).getByLabelText(/^Reason/)).toHaveValue('Never called');
});

it('is offered to nobody who may ignore none of them, nor for what is ignored', async () => {
  server.use(list({ may_ignore: false }));
  renderArea(governingScreens, '/security/violations', administrator);
  await screen.findByRole('link', { name: 'CVE-2026-1' });
  expect(screen.queryByRole('button', { name: /^Ignore all/ })).toBeNull();
});
