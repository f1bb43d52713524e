import { listSigningKeys, rotateSigningKey, type SigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signingKeyScreens } from './signing-keys-screens.ts';

prepareConsole();

const key = (id: number, change: Partial<SigningKey> = {}): SigningKey => ({
  id,
  kind: 'openpgp',
  name: `key-${id}.asc`,
  fingerprint: `${id}`.repeat(40),
  publicKey: `public half of ${id}`,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'system',
  ...change,
});
let keys: SigningKey[] = [];
let asked: unknown[] = [];

beforeEach(() => {
  asked = [];
  keys = [
    key(3),
    key(2, { retiredAt: '2026-01-02T00:00:00Z', publishedUntil: '2999-01-01T00:00:00Z' }),
    key(1, { retiredAt: '2020-01-02T00:00:00Z', publishedUntil: '2020-02-01T00:00:00Z' }),
  ];
  server.use(
    answers(listSigningKeys, () => ({ items: keys })),
    answers(rotateSigningKey, ({ body }) => {
      asked.push(body);
      const made = key(4, { kind: (body as SigningKey).kind, createdBy: 'admin' });
      keys = [made, ...keys];
      return made;
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

const open = () => renderArea(signingKeyScreens, '/admin/security/signing-keys');

describe('the signing keys', () => {
  it('lists the keys of each kind and what they are good for', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'OpenPGP' });
    const states = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => /In use|Replaced, still published|No longer published/.exec(row.textContent ?? '')?.[0]);
    expect(states).toEqual(['In use', 'Replaced, still published', 'No longer published']);
    expect(screen.getByText('There is no key of this kind yet')).toBeVisible();
  });
  it('rotates a key and keeps the present one published as long as asked', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Rotate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rotate the OpenPGP key?' });
    const days = within(dialog).getByRole('textbox');
    await userEvent.clear(days);
    await userEvent.type(days, '4000');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rotate' }));
    expect((await within(dialog).findAllByText('Enter a whole number from 0 to 3650'))[0]).toBeVisible();
    expect(asked).toEqual([]);
    await userEvent.clear(days);
    await userEvent.type(days, '30');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Rotate' }));
    expect(await screen.findByText('The new key is in use')).toBeVisible();
    expect(asked).toEqual([{ kind: 'openpgp', publishedDays: 30 }]);
    expect(await screen.findByText('key-4.asc')).toBeVisible();
  });
  it('creates the first key of a kind', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Create key' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create key' }));
    await waitFor(() => expect(asked).toEqual([{ kind: 'rsa', publishedDays: 90 }]));
    expect(await screen.findByRole('table', { name: 'RSA' })).toBeVisible();
  });
  it('says what the server says when a key cannot be rotated', async () => {
    server.use(refuses(rotateSigningKey, 'internal'));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Rotate' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate' }));
    expect(await screen.findByRole('alert')).toBeVisible();
  });
  it('hands out the public half as a file', async () => {
    let handed: Blob | undefined;
    URL.createObjectURL = (blob: Blob) => {
      handed = blob;
      return 'blob:key';
    };
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    open();
    const row = (await screen.findByText('key-3.asc')).closest('tr')!;
    await userEvent.click(within(row).getByRole('button', { name: /actions/i }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Download public key' }));
    expect(names).toEqual(['key-3.asc']);
    expect(handed?.size).toBe('public half of 3'.length);
  });
});
