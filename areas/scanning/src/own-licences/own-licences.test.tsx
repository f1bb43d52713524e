import * as contract from '@packhouse/contract/scanning/scanning-own-licence-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ownLicenceScreens, ownLicencesPath } from './own-licence-screens.ts';

prepareFormExamination();

const session = { administrator: true, services: { xray: '1' } } as const;
const licence: contract.OwnLicence = {
  name: 'Shop-Terms',
  full_name: 'Terms of the shop',
  spellings: ['shop proprietary terms'],
  url: '',
  author: 'ada',
  modified: '2026-01-02T00:00:00.000Z',
  versions: 2,
};
const read = (data: contract.OwnLicence[]) => answers(contract.listOwnLicences, { data, total_count: data.length });

examineForm('own-licences/own-licence-drawer.tsx OwnLicenceDrawer', {
  routes: ownLicenceScreens,
  path: `${ownLicencesPath}?licence=new`,
  session,
  answers: [read([])],
  submit: 'Save and judge',
  good: { Name: 'Shop-Terms', 'Full name': 'Terms of the shop', 'Read it at': 'https://example.org/terms' },
  wrong: [
    ['Name', 'two words', /Letters/],
    ['Read it at', 'nowhere', /https:/],
  ],
  sends: contract.createOwnLicence,
  reply: licence,
  names: { Name: 'name', 'Full name': 'full_name', 'Read it at': 'url' },
});

examineForm('own-licences/own-licence-drawer.tsx OwnLicenceDrawer of a licence', {
  routes: ownLicenceScreens,
  path: `${ownLicencesPath}?licence=Shop-Terms`,
  session,
  answers: [read([licence])],
  submit: 'Save changes',
  good: { 'Full name': 'Terms of all shops' },
  wrong: [['Read it at', 'nowhere', /https:/]],
  sends: contract.changeOwnLicence,
  reply: licence,
  names: { 'Full name': 'full_name', 'Read it at': 'url' },
});

it('lists licences that people here described, and takes one back once asked', async () => {
  const gone: unknown[] = [];
  server.use(
    answers(contract.listOwnLicences, () => ({ data: gone.length > 0 ? [] : [licence], total_count: 1 - gone.length })),
    answers(contract.deleteOwnLicence, ({ params }) => {
      gone.push(params);
      return undefined;
    }),
  );
  renderArea(ownLicenceScreens, ownLicencesPath, session);
  expect(await screen.findByRole('link', { name: 'Shop-Terms' })).toBeVisible();
  for (const text of [licence.full_name, 'shop proprietary terms', '2 versions', 'ada']) expect(screen.getByText(text)).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Delete Shop-Terms?' })).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Nobody here has described a licence')).toBeVisible();
  expect(gone).toMatchObject([{ name: 'Shop-Terms' }]);
});
