import * as routes from '@packhouse/contract/pipelines/runner-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { expectEveryForm } from '@packhouse/testkit/console/every-form.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import area from '../area.ts';
import { runnerListPath } from '../runner-paths.ts';

prepareFormExamination();
expectEveryForm(`${import.meta.dirname}/..`);

const runner: routes.Runner = {
  name: 'build-1',
  labels: ['linux'],
  groups: [],
  network: false,
  version: '1.0.0',
  isOnline: true,
  lastSeenAt: '2026-11-24T08:00:00.000Z',
  createdBy: 'admin',
  createdAt: '2026-11-20T08:00:00.000Z',
  running: [{ pipeline: 'release', number: 4, step: 'smoke' }],
};
const { lastSeenAt: _, ...unseen } = { ...runner, name: 'build-2', groups: ['builders'], isOnline: false, running: [] };
const list = answers(routes.listRunners, { items: [runner, unseen] });

it('lists runners with what they run, shows a token once, and revokes after a question', async () => {
  const gone: unknown[] = [];
  server.use(
    list,
    answers(routes.registerRunner, { runner: { ...unseen, name: 'build-3' }, token: 'only-once' }),
    answers(routes.revokeRunner, ({ params }) => {
      gone.push(params.name);
    }),
  );
  renderArea(area.routes, runnerListPath);
  const row = within((await screen.findByText('build-1')).closest('tr')!);
  for (const text of ['Online', 'linux', 'everybody', 'none']) expect(row.getByText(text)).toBeVisible();
  expect(row.getByRole('link', { name: 'release #4, smoke' })).toHaveAttribute('href', '/pipelines/of/release/runs/4');
  const other = within(screen.getByText('build-2').closest('tr')!);
  for (const text of ['Never seen', 'builders', 'nothing']) expect(other.getByText(text)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Register runner' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'build-3');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Register runner' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'The token of build-3' }));
  expect(dialog.getByText('only-once')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('only-once')).toBeNull();
  row.getByText('build-1').closest('tr')!.focus();
  await userEvent.keyboard('{Delete}');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke runner' }));
  await expect.poll(() => gone).toEqual(['build-1']);
});

examineForm('runners/register-runner.tsx RegisterRunner', {
  routes: area.routes,
  path: runnerListPath,
  answers: [list],
  open: ['Register runner'],
  submit: 'Register runner',
  good: { Name: 'build-3', Labels: 'linux, large', 'Works for the groups': 'builders' },
  wrong: [
    ['Name', '', /small letters/],
    ['Name', 'Two words', /small letters/],
  ],
  sends: routes.registerRunner,
  reply: { runner, token: 'only-once' },
  names: { Name: 'name', Labels: 'labels.0', 'Works for the groups': 'groups.0' },
  exists: ['already_exists', 'Name'],
});
