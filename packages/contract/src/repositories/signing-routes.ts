import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';

const base = '/ui/api/v1/ui/admin/signing';

/** A key with which the platform signs the listings of repositories. The private half never leaves the server. */
export const SigningKey = z.object({
  id: z.int(),
  kind: z.enum(['openpgp', 'rsa']),
  /** Name of the public key's file. */
  name: z.string(),
  fingerprint: z.string(),
  publicKey: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** It was replaced then; it goes on signing beside its successor as long as it is published. */
  retiredAt: z.iso.datetime().optional(),
  publishedUntil: z.iso.datetime().optional(),
});
export type SigningKey = z.output<typeof SigningKey>;

export const listSigningKeys = route('listSigningKeys', {
  summary: 'The keys that sign listings, newest first; those that were never needed are not there yet',
  method: 'GET',
  url: `${base}/keys`,
  access: 'administrator',
  reply: z.object({ items: z.array(SigningKey) }),
});

export const rotateSigningKey = route('rotateSigningKey', {
  summary: 'Replace a signing key; the old one stays published, and signs too, for the days given',
  method: 'POST',
  url: `${base}/rotate`,
  access: 'administrator',
  body: z.object({ kind: z.enum(['openpgp', 'rsa']), publishedDays: z.int().min(0).max(3650).default(90) }),
  reply: SigningKey,
});

const published = { method: 'GET', compatible: { provenBy: [proofs.signing] } } as const;

export const readKeyRing = route('readKeyRing', {
  ...published,
  summary: 'The public keys that sign listings with OpenPGP',
  url: `${prefixes.repositories}/api/gpg/key/public`,
  access: 'visitor',
  reply: stream('application/pgp-keys'),
});

export const readRepositoryKey = route('readRepositoryKey', {
  ...published,
  summary: 'The public key that signs the listings of a repository',
  url: `${prefixes.repositories}/api/security/keypair/public/repositories/:repoKey`,
  access: 'handler',
  params: z.object({ repoKey: z.string() }),
  reply: stream('application/pgp-keys', 'application/x-pem-file'),
});
