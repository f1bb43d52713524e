// Key pairs as existing clients bring, read and delete them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';
import { Armoured, KeyName, Passphrase } from './key-routes.ts';
import { repositoryRules } from './repository-words.ts';

const url = `${prefixes.repositories}/api/security/keypair`;
const provenBy = [proofs.keyPairs];
const shared = { access: 'administrator' } as const;

/** Existing clients know these kinds: those that sign the listings of repositories. */
const pairTypes = { GPG: 'openpgp', RSA: 'rsa' } as const;
export const PairType = z.enum(Object.keys(pairTypes) as (keyof typeof pairTypes)[]);
export const kindOfType = (type: z.output<typeof PairType>) => pairTypes[type];

/** A pair as clients are told of it; `alias` is a name of theirs that nothing here goes by. */
export const WireKeyPair = z.object({ pairName: z.string(), pairType: PairType, alias: z.string(), publicKey: z.string() });
export type WireKeyPair = z.output<typeof WireKeyPair>;

const NewWireKeyPair = z.strictObject({
  pairName: KeyName,
  pairType: PairType,
  alias: z.string().min(1).max(200),
  privateKey: Armoured,
  publicKey: z.string().max(100_000).optional(),
  passphrase: Passphrase.nullish(),
});
export type NewWireKeyPair = z.output<typeof NewWireKeyPair>;

const Pair = z.object({ name: z.string().max(64) });

export const listWireKeyPairs = route('listWireKeyPairs', {
  ...shared,
  summary: 'Key pairs that sign listings, public halves only',
  method: 'GET',
  url,
  reply: z.array(WireKeyPair),
  compatible: { provenBy },
});

export const createWireKeyPair = route('createWireKeyPair', {
  ...shared,
  summary: 'Bring a key pair',
  method: 'POST',
  url,
  body: NewWireKeyPair,
  reply: z.void(),
  status: 201,
  compatible: { provenBy, lacks: 'a name that is taken is refused, and so are keys that a vault keeps: those are set up in the console' },
});

export const readWireKeyPair = route('readWireKeyPair', {
  ...shared,
  summary: 'The public half of a key pair',
  method: 'GET',
  url: `${url}/:name`,
  params: Pair,
  reply: WireKeyPair,
  compatible: { provenBy },
});

export const deleteWireKeyPair = route('deleteWireKeyPair', {
  ...shared,
  summary: 'Delete a key pair that no repository signs with',
  method: 'DELETE',
  url: `${url}/:name`,
  params: Pair,
  reply: stream('text/plain'),
  compatible: { provenBy },
});

const trusted = `${prefixes.repositories}/api/security/keys/trusted`;
const trustedProof = { compatible: { provenBy: [proofs.trustedKeys] } } as const;

/** A trusted key as clients are told of it; none of them ends by itself. */
export const WireTrustedKey = z.object({
  kid: z.string(),
  alias: z.string(),
  type: z.string(),
  fingerprint: z.string(),
  key: z.string(),
  issued_on: z.string(),
  issued_by: z.string(),
  valid_until: z.string().nullable(),
  // The same in the words of the newest clients; milliseconds, and zero for no end.
  issued: z.int(),
  issuedBy: z.string(),
  expiry: z.int(),
});
export type WireTrustedKey = z.output<typeof WireTrustedKey>;

export const listWireTrustedKeys = route('listWireTrustedKeys', {
  ...shared,
  ...trustedProof,
  summary: 'Keys whose signatures are trusted',
  method: 'GET',
  url: trusted,
  reply: z.object({ keys: z.array(WireTrustedKey) }),
});

export const createWireTrustedKey = route('createWireTrustedKey', {
  ...shared,
  ...trustedProof,
  summary: 'Trust a key, OpenPGP or in PEM',
  method: 'POST',
  url: trusted,
  body: z
    .object({ alias: KeyName, key: Armoured.optional(), public_key: Armoured.optional() })
    .refine(({ key, public_key: other }) => key !== undefined || other !== undefined, { path: ['key'], message: repositoryRules.paste_key.en }),
  reply: WireTrustedKey,
  status: 201,
});

export const deleteWireTrustedKey = route('deleteWireTrustedKey', {
  ...shared,
  ...trustedProof,
  summary: 'Trust a key no longer',
  method: 'DELETE',
  url: `${trusted}/:kid`,
  params: z.object({ kid: z.string().max(200) }),
  reply: z.void(),
  status: 200,
});
