import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { fieldNamed } from '@packhouse/testkit/console/form-fields.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { firewallScreens } from './firewall-screens.ts';
import { listRecordMonths, nameMonth } from './record-months.ts';
import { testException, testRecord, testRule } from './test-firewall.ts';

prepareConsole();
const administrator = { administrator: true, services: { xray: '1' } } as const;
const clickAction = async (name: RegExp) => {
  await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

it('LEAD-006 shows rules as sentences, says what they cannot judge, and has one hold back', async () => {
  const changes: unknown[] = [];
  server.use(
    answers(contract.listFirewallRules, () => ({ items: [changes.length > 0 ? { ...testRule, mode: 'enforce' as const } : testRule] })),
    answers(contract.updateFirewallRule, ({ body }) => {
      changes.push(body);
      return testRule;
    }),
  );
  renderArea(firewallScreens, '/security/firewall', administrator);
  expect(await screen.findByText('A version that is younger than 3 days: let it in, and note who got it.')).toBeVisible();
  expect(screen.getByText('Not judged, nobody says it there: deb-remote')).toBeVisible();
  expect(screen.getByText('Not judged at all: files-remote')).toBeVisible();
  expect(screen.getByText('Observes')).toBeVisible();
  await clickAction(/Hold back from now on/);
  expect(await screen.findByText('Holds back')).toBeVisible();
  expect(changes).toEqual([expect.objectContaining({ mode: 'enforce', condition: { kind: 'age', days: 3 } })]);
});

it('begins with a rule that observes versions of the last three days', async () => {
  server.use(answers(contract.listFirewallRules, { items: [] }));
  renderArea(firewallScreens, '/security/firewall?rule=new', administrator);
  const drawer = within(await screen.findByRole('dialog', { name: 'New rule' }));
  expect(await drawer.findByLabelText(/in so many days/)).toHaveValue('3');
  expect(drawer.getByText('let it in, and note who got it')).toBeVisible();
});

it('offers the remote repositories that there are, besides patterns that are typed, and sends them', async () => {
  const asked: unknown[] = [];
  const sent: unknown[] = [];
  server.use(
    answers(contract.listFirewallRules, { items: [testRule] }),
    answers(listRepositories, ({ query }) => {
      asked.push([query.get('class'), query.get('search')]);
      return {
        items: [{ key: 'npm-remote', class: 'remote' as const, format: 'npm' as const, description: '', url: '', modifiedAt: '2026-01-01T00:00:00.000Z' }],
        total: 1,
      };
    }),
    answers(contract.updateFirewallRule, ({ body }) => {
      sent.push((body as contract.FirewallRuleInput).repositories);
      return testRule;
    }),
  );
  renderArea(firewallScreens, '/security/firewall?rule=7', administrator);
  await screen.findByRole('dialog', { name: /Three days of rest/ });
  const field = fieldNamed('When a version from');
  await userEvent.type(field, 'npm');
  await userEvent.click(await screen.findByTitle(/^npm-remote/));
  await expect.poll(() => asked).toContainEqual(['remote', 'npm']);
  await userEvent.type(field, 'team-*{Enter}{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => sent).toEqual([['*', 'npm-remote', 'team-*']]);
});

it('LEAD-006 shows what was or would have been refused this month, and to whom', async () => {
  server.use(answers(contract.listFirewallRecords, { items: [testRecord, { ...testRecord, id: '2', user: '', outcome: 'refused' }], total: 2, next: null }));
  renderArea(firewallScreens, '/security/firewall/records', administrator);
  expect(await screen.findAllByText('left-pad 1.3.1')).toHaveLength(2);
  expect(screen.getByText('ada')).toBeVisible();
  expect(screen.getByText('visitors')).toBeVisible();
  expect(screen.getAllByText('12')[0]).toBeVisible();
});

it('LEAD-006 shows what was held back in a month before', async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers(contract.listFirewallRecords, ({ query }) => {
      asked.push(query.get('month'));
      return { items: [], total: 0, next: null };
    }),
  );
  const router = renderArea(firewallScreens, '/security/firewall/records', administrator);
  const [present = '', before = '', ...others] = listRecordMonths();
  expect(others).toHaveLength(11);
  await userEvent.click(await screen.findByRole('button', { name: nameMonth(present) }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: nameMonth(before) }));
  await expect.poll(() => asked.at(-1)).toBe(before);
  expect(asked[0]).toBeNull();
  expect(router.state.location.search).toBe(`?month=${before}`);
});

it('LEAD-006 shows what was left out of listings, too', async () => {
  const record = { ...testRecord, place: 'listing' as const, versions: 3 };
  const whole = { ...record, id: '2', outcome: 'refused' as const, package: '', version: '', versions: 40 };
  server.use(answers(contract.listFirewallRecords, { items: [record, whole], total: 2, next: null }));
  renderArea(firewallScreens, '/security/firewall/records', administrator);
  expect(await screen.findByText('left-pad 1.3.1 and 2 older versions')).toBeVisible();
  expect(screen.getByText('Would be left out')).toBeVisible();
  expect(screen.getByText('40 versions, in a listing of several packages')).toBeVisible();
  expect(screen.getByText('Left out')).toBeVisible();
});

it('SEC-050 LEAD-006 shows administrators of a project the rules about its repositories, and lets them change their own', async () => {
  const own = { ...testRule, id: '8', name: 'Ours', repositories: ['shop-npm'] };
  server.use(answers(contract.listFirewallRules, { items: [{ ...testRule, mayChange: false }, own] }));
  renderArea(firewallScreens, '/security/firewall', { administrator: false, managesProject: true, services: { xray: '1' } });
  expect(await screen.findByRole('link', { name: 'Ours' })).toBeVisible();
  expect(screen.queryByRole('link', { name: testRule.name })).toBeNull();
  expect(screen.getByRole('link', { name: 'Held back' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New rule' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'New rule' }));
  expect(await drawer.findByText('Keys of remote repositories of the project')).toBeVisible();
});

it('LEAD-006 has administrators decide what was asked for, with an end', async () => {
  const decisions: unknown[] = [];
  server.use(
    answers(contract.listFirewallExceptions, () => ({
      items: [decisions.length > 0 ? { ...testException, state: 'approved' as const } : testException],
      total: 1,
      next: null,
    })),
    answers(contract.decideFirewallException, ({ body }) => {
      decisions.push(body);
      return { ...testException, state: 'approved' as const };
    }),
  );
  renderArea(firewallScreens, '/security/firewall/exceptions', administrator);
  expect(await screen.findByText('It mends the outage of today')).toBeVisible();
  await clickAction(/Decide/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Let left-pad 1.3.1 in?' }));
  await userEvent.type(dialog.getByLabelText('Until'), '2030-01-01T00:00');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved')).toBeVisible();
  expect(decisions).toEqual([{ approved: true, note: '', until: new Date('2030-01-01T00:00').toISOString() }]);
});

it('shows others their own requests, and no rules', async () => {
  server.use(answers(contract.listFirewallExceptions, { items: [testException], total: 1, next: null }));
  renderArea(firewallScreens, '/security/firewall/exceptions', { administrator: false });
  expect(await screen.findByText('left-pad 1.3.1')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Rules' })).toBeNull();
});

it('says where the way to ask for an exception begins', async () => {
  renderArea(firewallScreens, '/security/firewall/ask', { administrator: false });
  expect(await screen.findByText('Which version is it about?')).toBeVisible();
});
