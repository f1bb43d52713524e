import { z } from 'zod';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { HeaderToken } from './header-token.ts';
import { ProxyKey } from './proxy-routes.ts';
import { UpstreamUrl } from './repository-settings.ts';
import { repositoryRules } from './repository-words.ts';

const base = '/ui/api/v1/ui/security';

export const KeyName = ProxyKey;
const Name = z.object({ name: z.string().max(64) });
const keyKinds = ['openpgp', 'rsa', 'ssh'] as const;
export const Armoured = z.string().trim().min(1, repositoryRules.paste_key.en).max(100_000);
/** Whether a part of a place in a vault would lead out of its mount. */
export const leavesMount = (place: string): boolean => place.split('/').some((part) => part === '.' || part === '..');
export const Passphrase = z.string().max(1000);

/** A pair of keys that repositories can sign their listings with, instead of the platform's own, or that signs release bundles. The private half is never answered. */
export const KeyPair = z.object({
  name: z.string(),
  kind: z.enum(keyKinds),
  fingerprint: z.string(),
  publicKey: z.string(),
  /** Vault that keeps the private half; absent when it is kept here, encrypted. */
  vault: z.string().optional(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** Keys of the repositories that sign with it. */
  usedBy: z.array(z.string()),
});
export type KeyPair = z.output<typeof KeyPair>;

const shared = { name: KeyName, kind: z.enum(keyKinds) };

/** A pair to be made here, brought along, or kept in a vault. */
export const NewKeyPair = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('generated'), ...shared }),
  z.strictObject({
    from: z.literal('imported'),
    ...shared,
    privateKey: Armoured,
    publicKey: z.string().max(100_000).optional(),
    passphrase: Passphrase.optional(),
  }),
  z.strictObject({
    from: z.literal('vault'),
    ...shared,
    vault: z.string().min(1, repositoryRules.choose_vault.en).max(64),
    /** Path of the secret below the vault's mount; its field `privateKey` holds the key, `passphrase` opens it. */
    path: z
      .string()
      .trim()
      .min(1, repositoryRules.give_secret_path.en)
      .max(500)
      .refine((path) => !leavesMount(path), repositoryRules.secret_path_parts.en),
  }),
]);
export type NewKeyPair = z.output<typeof NewKeyPair>;

export const listKeyPairs = route('listKeyPairs', {
  summary: 'Key pairs by name, public halves only',
  method: 'GET',
  url: `${base}/keyPairs`,
  access: 'administrator',
  reply: z.object({ items: z.array(KeyPair) }),
});

export const createKeyPair = route('createKeyPair', {
  summary: 'Generate or import a key pair',
  method: 'POST',
  url: `${base}/keyPairs`,
  access: 'administrator',
  body: NewKeyPair,
  reply: KeyPair,
  status: 201,
});

export const deleteKeyPair = route('deleteKeyPair', {
  summary: 'Delete a key pair that no repository signs with',
  method: 'POST',
  url: `${base}/keyPairs/delete`,
  access: 'administrator',
  body: Name,
  reply: z.void(),
});

/** This is to be verified. */
export const GivenKeyPair = z.strictObject({
  kind: z.enum(keyKinds),
  privateKey: Armoured,
  publicKey: z.string().max(100_000).optional(),
  passphrase: Passphrase.optional(),
});

export const verifyKeyPair = route('verifyKeyPair', {
  summary: 'Tell whether private key, public key and passphrase fit together; nothing is kept',
  method: 'POST',
  url: `${base}/keyPairs/verify`,
  access: 'administrator',
  body: GivenKeyPair,
  reply: z.object({ valid: z.boolean(), ...Said.shape, fingerprint: z.string().optional() }),
});

export const publicKeyOfPair = route('publicKeyOfPair', {
  summary: 'The public half of a key pair',
  method: 'GET',
  url: `${base}/keyPairs/public/:name`,
  access: 'administrator',
  params: Name,
  reply: z.object({ name: z.string(), kind: z.enum(keyKinds), publicKey: z.string() }),
});

/** `openpgp` keys sign listings and release bundles, `pem` keys (Ed25519, ECDSA, RSA) sign evidence. */
const trustedKeyKinds = ['openpgp', 'pem'] as const;

/** A public key of somebody else, with which signatures are checked. */
export const TrustedKey = z.object({
  name: z.string(),
  kind: z.enum(trustedKeyKinds),
  fingerprint: z.string(),
  /** Whom it says it belongs to. */
  owners: z.array(z.string()),
  publicKey: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** Keys of the remote repositories that ask for its signature. */
  usedBy: z.array(z.string()),
});
export type TrustedKey = z.output<typeof TrustedKey>;

export const NewTrustedKey = z.strictObject({ name: KeyName, publicKey: Armoured });

export const listTrustedKeys = route('listTrustedKeys', {
  summary: 'Public keys that signatures of upstreams and of evidence are checked with',
  method: 'GET',
  url: `${base}/trustedKeys`,
  access: 'administrator',
  reply: z.object({ items: z.array(TrustedKey) }),
});

export const createTrustedKey = route('createTrustedKey', {
  summary: 'Add an OpenPGP public key, or one in PEM',
  method: 'POST',
  url: `${base}/trustedKeys`,
  access: 'administrator',
  body: NewTrustedKey,
  reply: TrustedKey,
  status: 201,
});

export const deleteTrustedKey = route('deleteTrustedKey', {
  summary: 'Delete a trusted key that no repository asks for',
  method: 'DELETE',
  url: `${base}/trustedKeys/:name`,
  access: 'administrator',
  params: Name,
  reply: z.void(),
});

/** A certificate that upstreams are shown which ask who calls (mutual TLS). The private key is never answered. */
export const ClientCertificate = z.object({
  name: z.string(),
  subject: z.string(),
  issuer: z.string(),
  fingerprint: z.string(),
  validUntil: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** Keys of the remote repositories that show it. */
  usedBy: z.array(z.string()),
});
export type ClientCertificate = z.output<typeof ClientCertificate>;

export const NewClientCertificate = z.strictObject({
  name: KeyName,
  /** In PEM, its own first, then those between it and its authority. */
  certificate: z.string().trim().min(1, repositoryRules.paste_certificate.en).max(200_000),
  privateKey: Armoured,
  passphrase: Passphrase.optional(),
});

export const listClientCertificates = route('listClientCertificates', {
  summary: 'Certificates that remote repositories can show their upstreams',
  method: 'GET',
  url: `${base}/clientCertificates`,
  access: 'administrator',
  reply: z.object({ items: z.array(ClientCertificate) }),
});

export const createClientCertificate = route('createClientCertificate', {
  summary: 'Add a client certificate with its private key',
  method: 'POST',
  url: `${base}/clientCertificates`,
  access: 'administrator',
  body: NewClientCertificate,
  reply: ClientCertificate,
  status: 201,
});

export const deleteClientCertificate = route('deleteClientCertificate', {
  summary: 'Delete a client certificate that no repository shows',
  method: 'DELETE',
  url: `${base}/clientCertificates/:name`,
  access: 'administrator',
  params: Name,
  reply: z.void(),
});

const vaultEngines = ['kv1', 'kv2'] as const;
export type VaultEngine = (typeof vaultEngines)[number];
export const VaultMount = z
  .string()
  .trim()
  .regex(/^[\w./-]{1,200}$/, repositoryRules.give_mount.en)
  .refine((mount) => !leavesMount(mount), repositoryRules.mount_parts.en);
export const VaultSecret = HeaderToken.min(1, repositoryRules.enter_token.en).max(4000);

/** A vault outside that keeps private keys: a key-value store as HashiCorp Vault serves it. */
export const VaultConfig = z.object({
  key: z.string(),
  url: z.string(),
  mount: z.string(),
  engine: z.enum(vaultEngines),
  /** How the platform signs in; existing clients set up all of these, the console the first. */
  signIn: z.enum(['token', 'app-role', 'certificate', 'agent']),
  allowPrivate: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** Names of the key pairs it keeps. */
  usedBy: z.array(z.string()),
});
export type VaultConfig = z.output<typeof VaultConfig>;

export const NewVaultConfig = z.strictObject({
  key: KeyName,
  url: UpstreamUrl,
  /** Where the key-value store is mounted; one of version 2. */
  mount: VaultMount.default('secret'),
  /** Written only; never answered. */
  token: VaultSecret,
  allowPrivate: z.boolean().default(false),
});

export const listVaultConfigs = route('listVaultConfigs', {
  summary: 'Vaults that keep private keys',
  method: 'GET',
  url: '/ui/api/v1/access/vault/configs',
  access: 'administrator',
  reply: z.object({ items: z.array(VaultConfig) }),
});

export const createVaultConfig = route('createVaultConfig', {
  summary: 'Add a vault; it must answer with the token given',
  method: 'POST',
  url: '/ui/api/v1/access/vault/configs',
  access: 'administrator',
  body: NewVaultConfig,
  reply: VaultConfig,
  status: 201,
});

export const deleteVaultConfig = route('deleteVaultConfig', {
  summary: 'Delete a vault that keeps no key in use',
  method: 'DELETE',
  url: '/ui/api/v1/access/vault/configs/:key',
  access: 'administrator',
  params: z.object({ key: z.string().max(64) }),
  reply: z.void(),
});
