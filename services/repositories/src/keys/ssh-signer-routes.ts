import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { sshKeyWords } from '@packhouse/contract/repositories/ssh-key-words.ts';
import * as contract from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { selectPairs } from './key-queries.ts';
import { auditor, refuseTaken } from './named-keys.ts';
import { readSshPublic } from './ssh-material.ts';
import { readSshSignature, type SshHash } from './ssh-signature.ts';
import { deleteSshSignerRow, insertSshSigner, type SshSignerRow, selectSshSigner, selectSshSigners } from './ssh-signer-queries.ts';

const toSigner = (row: SshSignerRow): contract.SshSigner => ({
  name: row.name,
  principals: row.principals,
  fingerprint: row.fingerprint,
  publicKey: row.public_key,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
});

const written: Record<SshHash, string> = { sha256: 'SHA-256', sha512: 'SHA-512' };

/** Finds whose key it is: a trusted one, or one of our own pairs. */
async function findSigner({ db }: Context, fingerprint: string): Promise<{ name: string; principals: string[]; ours: boolean } | undefined> {
  const trusted = await selectSshSigner(db, fingerprint);
  if (trusted) return { name: trusted.name, principals: trusted.principals, ours: false };
  const own = (await selectPairs(db)).find((pair) => pair.kind === 'ssh' && pair.fingerprint === fingerprint);
  return own && { name: own.name, principals: [own.name], ours: true };
}

/** SSH keys of others, and what they and ours have signed. */
export function sshSignerRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const audit = auditor(context);

  handle(app, platform, contract.listSshSigners, async () => ({ items: (await selectSshSigners(db)).map(toSigner) }));

  handle(app, platform, contract.createSshSigner, async ({ body }, call) => {
    const { fingerprint, publicKey } = readSshPublic(body.publicKey);
    const principals = [...new Set(body.principals)];
    const row = await db
      .transaction()
      .execute(async (tx) => {
        const known = await selectSshSigner(tx, fingerprint);
        if (known) throw new AppError(sshKeyWords.ssh_key_trusted, { name: known.name });
        const made = await insertSshSigner(tx, { name: body.name, principals, fingerprint, public_key: publicKey, created_by: call.actor.name });
        await platform.outbox.publish(tx, { type: 'key.changed', subject: made.name, data: {} });
        await audit(tx, call, 'ssh-signer.created', made.name, { after: { fingerprint, principals } });
        return made;
      })
      .catch(refuseTaken('name', body.name));
    return toSigner(row);
  });

  handle(app, platform, contract.deleteSshSigner, async ({ params }, call) => {
    await db.transaction().execute(async (tx) => {
      const row = await deleteSshSignerRow(tx, params.name);
      if (!row) throw new AppError(distributionWords.nothing_named, { name: params.name });
      await platform.outbox.publish(tx, { type: 'key.changed', subject: row.name, data: {} });
      await audit(tx, call, 'ssh-signer.deleted', row.name, { before: { fingerprint: row.fingerprint, principals: row.principals } });
    });
  });

  handle(app, platform, contract.verifySshSignature, async ({ body }) => {
    const signature = readSshSignature(body.signature);
    if (!signature) throw fieldRefusal('signature', say(sshKeyWords.no_ssh_signature));
    const { fingerprint, namespace, hash } = signature;
    const checksum = Buffer.from(body.checksum, 'hex');
    if (checksum.length !== (hash === 'sha512' ? 64 : 32)) throw fieldRefusal('checksum', say(sshKeyWords.ssh_other_checksum, { wanted: written[hash] }));
    const shared = { fingerprint, namespace };
    if (!signature.fits(checksum)) return { valid: false, ...say(sshKeyWords.ssh_signature_differs), ...shared };
    const signer = await findSigner(context, fingerprint);
    if (!signer) return { valid: false, ...say(sshKeyWords.ssh_signer_unknown), ...shared };
    return { valid: true, ...say(sshKeyWords.ssh_signed_by, { name: signer.name }), ...shared, signer };
  });
}
