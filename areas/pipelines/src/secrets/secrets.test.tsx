import * as routes from '@packhouse/contract/pipelines/secret-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import area from '../area.ts';
import { secretListPath } from '../runner-paths.ts';

prepareFormExamination();

const secret: routes.PipelineSecret = {
  name: 'npm-publish',
  description: 'Publishes the shop',
  users: ['ann'],
  groups: ['builders'],
  createdBy: 'admin',
  modifiedAt: '2026-11-20T08:00:00.000Z',
};
const list = answers(routes.listPipelineSecrets, { items: [secret, { ...secret, name: 'signing', description: '', users: [], groups: [] }] });

it('lists secrets without values, changes whom one is given to, and deletes after a question', async () => {
  const sent: unknown[] = [];
  server.use(
    list,
    answers(routes.keepPipelineSecret, ({ body }) => {
      sent.push(body);
      return secret;
    }),
    answers(routes.deletePipelineSecret, ({ params }) => {
      sent.push(params.name);
    }),
  );
  renderArea(area.routes, secretListPath);
  const row = within((await screen.findByText('npm-publish')).closest('tr')!);
  for (const text of ['Publishes the shop', 'ann, builders', 'never']) expect(row.getByText(text)).toBeVisible();
  expect(screen.getByText('administrators only')).toBeVisible();
  row.getByText('npm-publish').closest('tr')!.focus();
  await userEvent.keyboard('e');
  const dialog = within(await screen.findByRole('dialog', { name: 'npm-publish' }));
  expect(dialog.getByLabelText(/^New value/)).toHaveValue('');
  await userEvent.type(dialog.getByLabelText(/^Given to pipelines of the users/), ', gus');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent).toContainEqual({ description: 'Publishes the shop', users: ['ann', 'gus'], groups: ['builders'] });
  row.getByText('npm-publish').closest('tr')!.focus();
  await userEvent.keyboard('{Delete}');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete secret' }));
  await expect.poll(() => sent).toContain('npm-publish');
});

examineForm('secrets/secret-form.tsx SecretForm', {
  routes: area.routes,
  path: secretListPath,
  answers: [list],
  open: ['New secret'],
  submit: 'Save',
  good: {
    Name: 'npm-publish',
    Value: 'long enough',
    Description: 'Publishes the shop',
    'Given to pipelines of the users': 'ann',
    'Given to pipelines of the groups': 'builders',
  },
  wrong: [
    ['Name', 'Two words', /small letters/],
    ['Value', 'short', /eight characters/],
  ],
  sends: routes.keepPipelineSecret,
  reply: secret,
  names: { Value: 'value', Description: 'description', 'Given to pipelines of the users': 'users.0', 'Given to pipelines of the groups': 'groups.0' },
});
