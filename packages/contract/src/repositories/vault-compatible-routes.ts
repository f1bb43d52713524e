// Vaults as existing clients set them up.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Armoured, KeyName, VaultMount, VaultSecret } from './key-routes.ts';
import { UpstreamUrl } from './repository-settings.ts';
import { repositoryRules } from './repository-words.ts';

const url = `${prefixes.access}/api/v1/vault/configs`;
const provenBy = [proofs.vaults];
const shared = { access: 'administrator' } as const;

const Mount = z.strictObject({ path: VaultMount, type: z.enum(['KV1', 'KV2']) });
const type = z.literal('HashicorpVault').default('HashicorpVault');

const Auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('AppRole'), roleId: VaultSecret, secretId: VaultSecret }),
  z.strictObject({ type: z.literal('Certificate'), certificate: Armoured, certificateKey: Armoured }),
  z.strictObject({ type: z.literal('Agent') }),
]);
export type WireVaultAuth = z.output<typeof Auth>;

/** A vault as clients send it. */
const GivenVault = z.strictObject({
  type,
  config: z.strictObject({
    url: UpstreamUrl,
    auth: Auth,
    mounts: z.array(Mount).length(1, repositoryRules.give_one_mount.en),
    /** Whether the vault may be at a private address; as it was where this is left out. */
    allowPrivateAddresses: z.boolean().optional(),
  }),
});
export type GivenVault = z.output<typeof GivenVault>;

/** A vault as clients are told of it, without ids of roles, secrets, tokens and private keys. */
export const WireVault = z.object({
  key: z.string(),
  type,
  config: z.object({
    url: z.string(),
    auth: z.object({ type: z.enum(['AppRole', 'Certificate', 'Agent', 'Token']), certificate: z.string().optional() }),
    mounts: z.array(Mount.extend({ path: z.string() })),
    allowPrivateAddresses: z.boolean(),
  }),
});
export type WireVault = z.output<typeof WireVault>;

const One = z.object({ name: KeyName });

export const listWireVaults = route('listWireVaults', {
  ...shared,
  summary: 'Vaults that keep private keys',
  method: 'GET',
  url,
  reply: z.array(WireVault),
  compatible: { provenBy, note: 'those that the console set up sign in by `Token`; nothing secret is told' },
});

export const readWireVault = route('readWireVault', {
  ...shared,
  summary: 'One vault that keeps private keys',
  method: 'GET',
  url: `${url}/:name`,
  params: One,
  reply: WireVault,
  compatible: { provenBy },
});

export const putWireVault = route('putWireVault', {
  ...shared,
  summary: 'Set a vault up, or have it be as it is given',
  method: 'PUT',
  url: `${url}/:name`,
  params: One,
  body: GivenVault,
  reply: WireVault,
  compatible: {
    provenBy,
    note: 'sign-in by `AppRole`, `Certificate` or `Agent`; one mount for each vault, a further one is refused; an address outside of one’s own network must be one of https; it is not asked until a key is read, or `test` is called',
  },
});

export const testWireVault = route('testWireVault', {
  ...shared,
  summary: 'Whether a vault lets the platform in, without setting it up',
  method: 'POST',
  url: `${url}/test`,
  body: GivenVault.extend({ key: KeyName.optional() }),
  reply: z.void(),
  compatible: { provenBy, note: '204, or 502 with what the vault did' },
});

export const deleteWireVault = route('deleteWireVault', {
  ...shared,
  summary: 'Delete a vault that keeps no key in use',
  method: 'DELETE',
  url: `${url}/:name`,
  params: One,
  reply: z.void(),
  compatible: { provenBy },
});
