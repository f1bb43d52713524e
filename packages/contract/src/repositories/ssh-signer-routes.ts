import { z } from 'zod';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { KeyName } from './key-routes.ts';
import { repositoryRules } from './repository-words.ts';
import { sshKeyRules } from './ssh-key-words.ts';

const base = '/ui/api/v1/ui/security';

/** What signatures of release bundles are for; one that was made for something else does not vouch for a release bundle. */
export const releaseBundleNamespace = 'release-bundle';

/** A line of the file that `ssh-keygen -Y verify` is given with `-f`. */
export function writeAllowedSigner({ principals, publicKey, namespace }: { principals: readonly string[]; publicKey: string; namespace?: string }): string {
  return [principals.join(','), ...(namespace === undefined ? [] : [`namespaces="${namespace}"`]), `${publicKey}\n`].join(' ');
}

/** Who the key belongs to, as `allowed_signers` names them. */
const Principal = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\s",#!*?][^\s",*?]*$/, sshKeyRules.principal_characters.en);

/** An SSH key of somebody else, whose signatures are taken. */
export const SshSigner = z.object({
  name: z.string(),
  principals: z.array(z.string()),
  /** As `ssh-keygen -l` shows it. */
  fingerprint: z.string(),
  publicKey: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
});
export type SshSigner = z.output<typeof SshSigner>;

export const NewSshSigner = z.strictObject({
  name: KeyName,
  principals: z.array(Principal).min(1, sshKeyRules.give_principals.en).max(50),
  publicKey: z.string().trim().min(1, repositoryRules.paste_key.en).max(20_000),
});

export const listSshSigners = route('listSshSigners', {
  summary: 'SSH keys whose signatures are taken',
  method: 'GET',
  url: `${base}/sshSigners`,
  access: 'administrator',
  reply: z.object({ items: z.array(SshSigner) }),
});

export const createSshSigner = route('createSshSigner', {
  summary: 'Trust an SSH key, under the names of those it belongs to',
  method: 'POST',
  url: `${base}/sshSigners`,
  access: 'administrator',
  body: NewSshSigner,
  reply: SshSigner,
  status: 201,
});

export const deleteSshSigner = route('deleteSshSigner', {
  summary: 'Trust an SSH key no longer',
  method: 'DELETE',
  url: `${base}/sshSigners/:name`,
  access: 'administrator',
  params: z.object({ name: z.string().max(64) }),
  reply: z.void(),
});

/** A file by its checksum, and what is said to be its signature. */
export const SignedFile = z.strictObject({
  checksum: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:[0-9a-f]{64}|[0-9a-f]{128})$/, sshKeyRules.give_checksum.en),
  signature: z.string().trim().min(1, sshKeyRules.paste_signature.en).max(20_000),
});

export const verifySshSignature = route('verifySshSignature', {
  summary: 'Tell whether an SSH signature is one of a file, and whose; nothing is kept',
  method: 'POST',
  url: `${base}/sshSigners/verify`,
  access: 'administrator',
  body: SignedFile,
  reply: z.object({
    /** It fits, and its key is trusted or one of ours. */
    valid: z.boolean(),
    ...Said.shape,
    /** Of the key within the signature, whether or not anybody trusts it. */
    fingerprint: z.string(),
    /** What the signature was made for. */
    namespace: z.string(),
    signer: z.object({ name: z.string(), principals: z.array(z.string()), ours: z.boolean() }).optional(),
  }),
});
