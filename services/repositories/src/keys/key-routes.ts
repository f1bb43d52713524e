import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/key-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { certificateRoutes } from './certificate-routes.ts';
import { readPair, readTrusted } from './key-material.ts';
import { createPair, deletePair } from './key-pair-changes.ts';
import { toKeyPair } from './key-pairs.ts';
import * as queries from './key-queries.ts';
import { readNames } from './named-keys.ts';
import { sshSignerRoutes } from './ssh-signer-routes.ts';
import { createTrusted, deleteTrusted } from './trusted-key-changes.ts';
import { vaultRoutes } from './vault-routes.ts';

/** Keys and certificates that administrators bring. No answer holds a private key. */
export function keyRoutes(app: FastifyInstance, context: Context): void {
  pairRoutes(app, context);
  trustedRoutes(app, context);
  sshSignerRoutes(app, context);
  certificateRoutes(app, context);
  vaultRoutes(app, context);
}

function pairRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listKeyPairs, async () => {
    const [rows, users] = await Promise.all([queries.selectPairs(db), readNames(context, db, 'key_pair')]);
    return { items: rows.map((row) => toKeyPair(row, users.get(row.name) ?? [])) };
  });

  handle(app, platform, contract.createKeyPair, async ({ body }, call) => {
    const row = await createPair(context, body, call);
    return toKeyPair(row, []);
  });

  handle(app, platform, contract.deleteKeyPair, ({ body }, call) => deletePair(context, body.name, call));

  handle(app, platform, contract.verifyKeyPair, async ({ body }) => {
    try {
      const { fingerprint } = await readPair(context, body.kind, body);
      return { valid: true, ...say(repositoryWords.keys_fit), fingerprint };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { valid: false, ...saidBy(error) };
    }
  });

  handle(app, platform, contract.publicKeyOfPair, async ({ params }) => {
    const row = (await queries.selectPairs(db)).find(({ name }) => name === params.name);
    if (!row) throw new AppError(repositoryWords.no_key_pair, { name: params.name });
    return { name: row.name, kind: row.kind, publicKey: row.public_key };
  });
}

function trustedRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const toTrusted = async (row: queries.TrustedKeyRow, usedBy: readonly string[]): Promise<contract.TrustedKey> => ({
    name: row.name,
    ...(await readTrusted(row.public_key)),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    usedBy: [...usedBy],
  });

  handle(app, platform, contract.listTrustedKeys, async () => {
    const [rows, users] = await Promise.all([queries.selectTrusted(db), queries.selectReferrers(db, 'trusted_key')]);
    return { items: await Promise.all(rows.map((row) => toTrusted(row, users.get(row.name) ?? []))) };
  });

  handle(app, platform, contract.createTrustedKey, async ({ body }, call) => toTrusted(await createTrusted(context, body, call), []));

  handle(app, platform, contract.deleteTrustedKey, ({ params }, call) => deleteTrusted(context, params.name, call));
}
