import { AppError, errors } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/vex-routes.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { type Answer, answers, on, refuse, refuses, tell } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { scanningScreens } from '../scanning-screens.ts';

prepareFormExamination();

const administrator = { administrator: true, services: { xray: '1' } } as const;
const document: contract.VexDocument = {
  id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11',
  format: 'openvex',
  document: 'https://acme.example/vex/2026-1',
  version: '3',
  issued: '2026-01-01T00:00:00.000Z',
  issuer: 'ACME Security',
  trusted: false,
  title: '',
  author: 'ada',
  created: '2026-01-02T00:00:00.000Z',
  statements: 2,
  products: 3,
  unknown_products: 1,
  touched: 7,
};
const statement: contract.VexStatement = {
  position: 0,
  names: ['CVE-2026-1', 'GHSA-aaaa-bbbb-cccc'],
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  impact: 'It is never called',
  action: '',
  at: '2026-01-01T00:00:00.000Z',
  products: [
    { name: 'pkg:npm/inner@0.3.0', within: 'pkg:npm/app', unknown: false },
    { name: 'cpe:/a:acme:app', within: null, unknown: true },
  ],
  acted_on: false,
};
const some = answers(contract.listVexDocuments, { items: [document], total: 1, next: null });

it('lists documents with who issued them, whether they are trusted, and how much they are about, and deletes them', async () => {
  const deleted: unknown[] = [];
  server.use(
    answers(contract.listVexDocuments, () => ({ items: deleted.length > 0 ? [] : [document], total: 1 - deleted.length, next: null })),
    answers(contract.deleteVexDocument, ({ params }) => {
      deleted.push(params.id);
      return undefined;
    }),
  );
  renderArea(scanningScreens, '/security/vex', administrator);
  const row = within((await screen.findByText('https://acme.example/vex/2026-1')).closest('tr')!);
  for (const text of ['version 3', 'ACME Security', 'Not trusted', '2', '7', 'Everywhere', 'ada']) expect(row.getByText(text)).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Delete this VEX document?' })).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('There is no VEX document')).toBeVisible();
  expect(deleted).toEqual([document.id]);
});

it('shows what a document says, which of it is known here, and gives it out as it came', async () => {
  server.use(some, answers(contract.getVexDocument, document), answers(contract.listVexStatements, { items: [statement], total: 1, next: null }));
  renderArea(scanningScreens, `/security/vex/${document.id}`, administrator);
  const drawer = within(await screen.findByRole('dialog', { name: document.document }));
  expect(await drawer.findByText('CVE-2026-1')).toBeVisible();
  for (const text of [
    'Not affected',
    'GHSA-aaaa-bbbb-cccc',
    'pkg:npm/inner@0.3.0 in pkg:npm/app',
    'not known here',
    /vulnerable_code_not_in_execute_path\. It is never called/,
  ])
    expect(drawer.getByText(text)).toBeVisible();
  expect(drawer.getByText(/Nobody here trusts ACME Security/)).toBeVisible();
  expect(drawer.getByRole('link', { name: 'Download the original' })).toHaveAttribute('href', contract.vexOriginalPath(document.id));
});

it('says of a document that is gone that it is', async () => {
  server.use(some, refuses(contract.getVexDocument, new AppError(vexWords.no_vex_document)));
  renderArea(scanningScreens, `/security/vex/${document.id}`, administrator);
  expect(await screen.findByText('This document is not there any more.')).toBeVisible();
});

it('SEC-050 takes a file, and what a refusal says of its place', async () => {
  const sent: unknown[] = [];
  let next: Answer<contract.VexDocument> = refuse('invalid_input');
  server.use(
    some,
    answers(listProjects, [{ key: 'shop', name: 'Shop', description: '', administrator: true }]),
    on(contract.importVexDocument, ({ query }) => {
      sent.push(query.get('projectKey'));
      return next;
    }),
  );
  renderArea(scanningScreens, '/security/vex', { administrator: false, managesProject: true, projectKey: 'shop', services: { xray: '1' } });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Upload VEX document' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload VEX document' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(await dialog.findByText('Choose a file')).toBeVisible();
  await userEvent.upload(dialog.getByLabelText('File'), new File(['{}'], 'acme.vex.json', { type: 'application/json' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(await dialog.findByText(errors.invalid_input.en)).toBeVisible();
  next = tell(document);
  await userEvent.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText(/was uploaded; ACME Security is not trusted/)).toBeVisible();
  expect(sent).toEqual(['shop', 'shop']);
});

const issuers: contract.VexIssuer[] = [
  { name: 'ACME Security', trusted: false, trusted_by: null, trusted_at: null, documents: 2 },
  { name: 'Other', trusted: true, trusted_by: 'ada', trusted_at: '2026-01-01T00:00:00.000Z', documents: 0 },
];

it('lists issuers, and trusts one no longer', async () => {
  const sent: unknown[] = [];
  server.use(
    answers(contract.listVexIssuers, { items: issuers }),
    answers(contract.distrustVexIssuer, ({ body }) => {
      sent.push(body);
      return undefined;
    }),
  );
  renderArea(scanningScreens, '/admin/security/vex-issuers', administrator);
  expect(within((await screen.findByText('ACME Security')).closest('tr')!).getByText('Not trusted')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[1]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: /Trust no longer/ }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Trust Other no longer?' })).getByRole('button', { name: 'Trust no longer' }));
  await expect.poll(() => sent).toEqual([{ name: 'Other' }]);
});

examineForm('vex/issuer-list-page.tsx TrustDrawer', {
  routes: scanningScreens,
  path: '/admin/security/vex-issuers',
  session: administrator,
  answers: [answers(contract.listVexIssuers, { items: issuers })],
  open: ['Trust an issuer'],
  submit: 'Trust',
  good: { Name: 'ACME Security' },
  wrong: [['Name', ' ', /Give it a name/]],
  sends: contract.trustVexIssuer,
  reply: { ...issuers[0], trusted: true },
  names: { Name: 'name' },
});
