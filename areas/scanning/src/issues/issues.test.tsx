import * as contract from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { customIssuesPath, issueScreens, projectIssuesPath } from './issues-screens.ts';

prepareFormExamination();

const session = { administrator: true, services: { xray: '1' } } as const;
const issue: contract.CustomIssue = {
  id: 'SHOP-1',
  summary: 'It tells strangers what customers bought',
  description: '',
  severity: 'High',
  cves: [],
  components: [{ id: 'npm://checkout', vulnerable_versions: [], vulnerable_ranges: ['[1.0.0,1.2.0)'], fixed_versions: ['1.2.0'] }],
  sources: [],
  author: 'ada',
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-02T00:00:00.000Z',
  project: null,
  findings: 2,
  may_change: true,
};
const projects = answers(listProjects, [{ key: 'shop', name: 'Shop', description: '', administrator: true }]);
const read = (data: contract.CustomIssue[]) => answers(contract.listCustomIssues, { data, total_count: data.length });

const wrong = [
  ['What is wrong', '', /Say what is wrong|Fill this in/],
  ['Package 1', 'left-pad', /npm:\/\/|package/i],
] as const;

examineForm('issues/issue-drawer.tsx IssueDrawer', {
  routes: issueScreens,
  path: `${customIssuesPath}?issue=new`,
  session,
  answers: [read([]), projects],
  submit: 'Save and judge',
  good: { Id: 'SHOP-1', 'What is wrong': 'It tells too much', 'Package 1': 'npm://checkout', 'and these versions': '1.0.0' },
  wrong: [['Id', 'two words', /./], ...wrong],
  sends: contract.createCustomIssue,
  reply: issue,
  names: { Id: 'id', 'What is wrong': 'summary', 'Package 1': 'components.0.id', 'and these versions': 'components.0.vulnerable_versions.0' },
});

examineForm('issues/issue-drawer.tsx IssueDrawer of an issue', {
  routes: issueScreens,
  path: `${customIssuesPath}?issue=SHOP-1`,
  session,
  answers: [read([issue])],
  submit: 'Save changes',
  good: { 'What is wrong': 'It tells far too much', 'Package 1': 'npm://checkout-all' },
  wrong,
  sends: contract.changeCustomIssue,
  reply: issue,
  names: { 'What is wrong': 'summary', 'Package 1': 'components.0.id' },
});

it('SEC-027 SEC-030 lists what people here described, and takes it back once asked', async () => {
  const gone: unknown[] = [];
  server.use(
    answers(contract.listCustomIssues, () => ({ data: gone.length > 0 ? [] : [issue], total_count: 1 - gone.length })),
    answers(contract.deleteCustomIssue, ({ params }) => {
      gone.push(params);
      return undefined;
    }),
  );
  renderArea(issueScreens, customIssuesPath, session);
  expect(await screen.findByRole('link', { name: 'SHOP-1' })).toBeVisible();
  for (const text of [issue.summary, 'High', 'npm://checkout', '2 components', 'ada']) expect(screen.getByText(text)).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Delete SHOP-1?' })).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Nobody here has described a vulnerability')).toBeVisible();
  expect(gone).toMatchObject([{ id: 'SHOP-1' }]);
});

describe('what a project knows', () => {
  const keeper = { administrator: false, managesProject: true, projectKey: 'shop', services: { xray: '1' } } as const;

  it('SEC-050 is listed and described in the project by whoever keeps it', async () => {
    const asked: unknown[] = [];
    const sent: unknown[] = [];
    server.use(
      answers(contract.listCustomIssues, ({ query }) => {
        asked.push(query.get('projectKey'));
        return { data: [], total_count: 0 };
      }),
      answers(contract.createCustomIssue, ({ query, body }) => {
        sent.push([query.get('projectKey'), body]);
        return { ...issue, project: 'shop' };
      }),
    );
    renderArea(issueScreens, projectIssuesPath, keeper);
    await userEvent.click((await screen.findAllByRole('button', { name: 'Describe one' }))[0]!);
    const form = within(await screen.findByRole('dialog'));
    expect(form.queryByLabelText(/project/i)).toBeNull();
    await userEvent.type(form.getByLabelText(/^Id/), 'SHOP-1');
    await userEvent.type(form.getByLabelText(/What is wrong/), 'It tells too much');
    await userEvent.type(form.getByRole('textbox', { name: /^Package 1/ }), 'npm://checkout');
    await userEvent.click(form.getByRole('button', { name: 'Save and judge' }));
    await expect.poll(() => sent).toMatchObject([['shop', { id: 'SHOP-1' }]]);
    expect(asked[0]).toBe('shop');
  });

  it('SEC-050 is for the others in it to read: it leads them to what follows from it', async () => {
    server.use(read([{ ...issue, project: 'shop', may_change: false }]));
    renderArea(issueScreens, projectIssuesPath, { ...keeper, managesProject: false });
    expect(await screen.findByRole('link', { name: 'SHOP-1' })).toHaveAttribute('href', '/security/violations?subject=SHOP-1');
    expect(screen.getByRole('button', { name: 'Describe one' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Violations')]);
  });
});
