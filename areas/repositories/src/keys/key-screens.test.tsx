import { AppError } from '@packhouse/contract/errors.ts';
import * as routes from '@packhouse/contract/repositories/key-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { listSigningKeys } from '@packhouse/contract/repositories/signing-routes.ts';
import * as signers from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyScreens } from './keys-screens.ts';

prepareConsole();

const base = '/admin/artifactory/security';
const made = { createdAt: '2026-01-01T00:00:00Z', createdBy: 'admin' };
const pair: routes.KeyPair = { name: 'team', kind: 'openpgp', fingerprint: 'a'.repeat(40), publicKey: 'public', usedBy: ['rpms'], ...made };
let bodies: unknown[] = [];

beforeEach(() => {
  bodies = [];
  server.use(
    answers(routes.listKeyPairs, {
      items: [pair, { ...pair, name: 'alpine', kind: 'rsa', usedBy: [], vault: 'main' }, { ...pair, name: 'releases', kind: 'ssh' }],
    }),
    answers(signers.listSshSigners, {
      items: [{ name: 'ann', principals: ['ann@example.org'], fingerprint: 'SHA256:abc', publicKey: 'ssh-ed25519 AAAA', ...made }],
    }),
    answers(signers.createSshSigner, ({ body }) => {
      bodies.push(body);
      return { ...(body as signers.SshSigner), fingerprint: 'SHA256:def', ...made };
    }),
    answers(routes.listTrustedKeys, {
      items: [
        { name: 'debian', kind: 'openpgp', owners: ['Debian <d@example.org>'], fingerprint: 'b'.repeat(40), publicKey: 'p', usedBy: [], ...made },
        { name: 'ci', kind: 'pem', owners: [], fingerprint: 'd'.repeat(64), publicKey: 'p', usedBy: [], ...made },
      ],
    }),
    answers(routes.listClientCertificates, {
      items: [{ name: 'mtls', subject: 'CN=team', issuer: 'CN=ca', fingerprint: 'c'.repeat(64), validUntil: '2020-01-01T00:00:00Z', usedBy: [], ...made }],
    }),
    answers(routes.listVaultConfigs, { items: [] }),
    answers(listSigningKeys, { items: [] }),
    answers(routes.createKeyPair, ({ body }) => {
      bodies.push(body);
      return { ...pair, name: 'fresh' };
    }),
  );
});

describe('keys', () => {
  it.each([
    ['KEYS-003', 'trusted_keys', 'Debian <d@example.org>'],
    ['KEYS-004', 'signing_keys', 'OpenPGP'],
  ])('%s stand at %s', async (_, path, text) => {
    renderArea(keyScreens, `${base}/${path}`);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('KEYS-002 RSA keys stand at rsa_keys', async () => {
    renderArea(keyScreens, `${base}/rsa_keys`);
    expect(await screen.findByText('alpine')).toBeVisible();
    expect(screen.queryByText('team')).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'RSA keys' })).toBeVisible();
  });

  it.each([
    ['gpg_rsa_keys', 'GPG and RSA keys', 'team'],
    ['java_key_store', 'Client certificates', 'CN=team'],
    ['public_keys', 'Trusted keys', 'Debian <d@example.org>'],
    ['ssh', 'SSH', 'ann@example.org'],
  ])('KEYS-005 open the tab %s', async (label, tab, text) => {
    renderArea(keyScreens, `${base}/keys_management/${label}`);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: tab, current: 'page' })).toBeVisible();
  });

  it('KEYS-001 uploads an SSH key on the page of the SSH server', async () => {
    renderArea(keyScreens, `${base}/ssh_server`);
    expect(await screen.findByText('releases')).toBeVisible();
    expect(screen.queryByText('team')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Upload SSH key' }));
    await userEvent.type(await screen.findByLabelText(/^Name/), 'fresh');
    await userEvent.type(screen.getByLabelText(/^Private key/), 'pasted');
    await userEvent.type(screen.getByLabelText(/^Passphrase/), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('fresh was added')).toBeVisible();
    expect(bodies).toEqual([{ from: 'imported', name: 'fresh', kind: 'ssh', privateKey: 'pasted', passphrase: 'secret' }]);
  });

  it('KEYS-005 trusts an SSH key of somebody on the tab', async () => {
    renderArea(keyScreens, `${base}/keys_management/ssh`);
    await userEvent.click(await screen.findByRole('button', { name: 'Trust an SSH key' }));
    await userEvent.type(await screen.findByLabelText(/^Name/), 'bob');
    await userEvent.type(screen.getByLabelText(/^Principals/), 'bob@example.org,team ');
    await userEvent.type(screen.getByLabelText(/^Public key/), 'ssh-ed25519 AAAA');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('bob was added')).toBeVisible();
    expect(bodies).toEqual([{ name: 'bob', principals: ['bob@example.org', 'team'], publicKey: 'ssh-ed25519 AAAA' }]);
  });

  it('says who signed a file, and what for', async () => {
    const signer = { name: 'ann', principals: ['ann@example.org'], ours: false };
    const outcome = { valid: true, message: 'The signature fits, and the key of ann made it', fingerprint: 'SHA256:abc', namespace: 'file', signer };
    server.use(answers(signers.verifySshSignature, outcome));
    renderArea(keyScreens, `${base}/keys_management/ssh`);
    await userEvent.click(await screen.findByRole('button', { name: 'Verify a signature' }));
    await userEvent.click(await screen.findByLabelText(/^Checksum of the file/));
    await userEvent.paste('a'.repeat(128));
    await userEvent.type(screen.getByLabelText(/^Signature/), 'pasted');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    const banner = await screen.findByText(/the key of ann made it/);
    expect(banner).toHaveTextContent('ann@example.org');
    expect(banner).toHaveTextContent('Made for: file');
  });

  it('asks before somebody is trusted no longer', async () => {
    const gone: string[] = [];
    server.use(
      answers(signers.deleteSshSigner, ({ params }) => {
        gone.push(params.name!);
        return undefined;
      }),
    );
    renderArea(keyScreens, `${base}/keys_management/ssh`);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions ann' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    expect(gone).toEqual([]);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('ann was deleted')).toBeVisible();
    expect(gone).toEqual(['ann']);
  });

  it.each(['', '/nonsense'])('KEYS-006 opens the first tab without a label and with an unknown one (%s)', async (path) => {
    renderArea(keyScreens, `${base}/keys_management${path}`);
    expect(await screen.findByText('team')).toBeVisible();
    expect(screen.getByRole('link', { name: 'GPG and RSA keys', current: 'page' })).toBeVisible();
  });

  it('KEYS-007 generates a key pair', async () => {
    renderArea(keyScreens, `${base}/keys_management`);
    await userEvent.click(await screen.findByRole('button', { name: 'New key pair' }));
    await userEvent.type(await screen.findByLabelText(/^Name/), 'fresh');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('fresh was added')).toBeVisible();
    expect(bodies).toEqual([{ from: 'generated', name: 'fresh', kind: 'openpgp' }]);
  });

  it('KEYS-009 says whether the parts of a pair fit', async () => {
    server.use(answers(routes.verifyKeyPair, { valid: false, message: 'The passphrase does not open the private key' }));
    renderArea(keyScreens, `${base}/keys_management`);
    await userEvent.click(await screen.findByRole('button', { name: 'Verify a key pair' }));
    await userEvent.type(await screen.findByLabelText(/^Private key/), 'pasted');
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/The passphrase does not open the private key/)).toBeVisible();
  });

  it('KEYS-008 names who uses a pair that cannot be deleted', async () => {
    server.use(refuses(routes.deleteKeyPair, new AppError(repositoryWords.used_by_one, { users: 'rpms' })));
    renderArea(keyScreens, `${base}/keys_management`);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions team' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('rpms uses it')).toBeVisible();
  });

  it('KEYS-013 are closed to everybody but administrators', async () => {
    renderArea(keyScreens, `${base}/keys_management`, { administrator: false });
    expect(await screen.findByText('You may not see this')).toBeVisible();
  });
});
