import { installLicence, type Licence, listLicences, removeLicence } from '@packhouse/contract/access/access-licence-routes.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { licenceScreens } from './licences-screens.ts';

prepareConsole();

const path = '/admin/license_management/licenses';
const builtIn: Licence = {
  id: '',
  type: 'ENTERPRISE_PLUS',
  rank: 5,
  licensedTo: '',
  issuedAt: null,
  expiresAt: null,
  projects: null,
  bucket: null,
  builtIn: true,
  state: 'valid',
  holds: true,
  node: 'main',
};
const signed: Licence = {
  ...builtIn,
  id: 'first',
  type: 'COMMERCIAL',
  rank: 2,
  licensedTo: 'Example Ltd',
  issuedAt: '2026-01-01T00:00:00.000Z',
  builtIn: false,
};
const listed = (...items: Licence[]) => answers(listLicences, { items, installable: true });

describe('the licences page', () => {
  it('LIC-006 lists what is installed with type, expiry and node', async () => {
    server.use(listed(builtIn));
    renderArea(licenceScreens, path);
    const row = await screen.findByRole('row', { name: /Enterprise Plus/ });
    for (const text of ['Built in', 'Never', 'main']) expect(within(row).getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
  });

  it('installs a licence from its file', async () => {
    const bodies: unknown[] = [];
    server.use(
      listed(builtIn),
      answers(installLicence, ({ body }: AskedOf) => {
        bodies.push(body);
        return signed;
      }),
    );
    renderArea(licenceScreens, path);
    await userEvent.click(await screen.findByRole('button', { name: 'Install license' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.upload(dialog.getByLabelText('Or take it from a file'), new File(['a.b.c'], 'example.lic'));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'License' })).toHaveValue('a.b.c'));
    await userEvent.click(dialog.getByRole('button', { name: 'Install license' }));
    expect(await screen.findByText('Commercial was installed')).toBeVisible();
    expect(bodies).toEqual([{ licence: 'a.b.c' }]);
  });

  it('says what is wrong with one, and keeps what was pasted', async () => {
    server.use(listed(builtIn), refuses(installLicence, 'invalid_input'));
    renderArea(licenceScreens, path);
    await userEvent.click(await screen.findByRole('button', { name: 'Install license' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: 'License' }), 'nonsense');
    await userEvent.click(dialog.getByRole('button', { name: 'Install license' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'License' })).toHaveValue('nonsense');
  });

  it('removes an installed one after asking, and tells when none holds', async () => {
    server.use(listed({ ...signed, state: 'expired', holds: false }), answers(removeLicence, undefined));
    renderArea(licenceScreens, path);
    expect(await screen.findByText(/No license holds/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove license' }));
    expect(await screen.findByText('The built-in license holds again at once.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove license' }));
    expect(await screen.findByText('The license was removed')).toBeVisible();
  });

  it('tells which of several holds, and which cannot be checked', async () => {
    const unvouched: Licence = { ...signed, id: 'second', type: 'N/A', rank: 0, state: 'unvouched', holds: false, licensedTo: '' };
    server.use(listed({ ...signed, bucket: 'bucket-1' }, unvouched));
    renderArea(licenceScreens, path);
    const row = await screen.findByRole('row', { name: /Commercial/ });
    for (const text of ['Holds', 'bucket-1', 'Example Ltd']) expect(within(row).getByText(text)).toBeVisible();
    expect(screen.getByText('Cannot be checked')).toBeVisible();
    expect(screen.queryByText(/No licence holds/)).toBeNull();
  });

  it('cannot install where no key is configured', async () => {
    server.use(answers(listLicences, { items: [builtIn], installable: false }));
    renderArea(licenceScreens, path);
    await screen.findByRole('row', { name: /Enterprise Plus/ });
    expect(screen.getByRole('button', { name: /Install license/ })).toHaveAttribute('aria-disabled', 'true');
  });
});
