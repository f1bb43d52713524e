import { z } from 'zod';
import { route } from '../route.ts';

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
