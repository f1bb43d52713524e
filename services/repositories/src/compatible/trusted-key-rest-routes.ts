import { createPublicKey } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { evidenceWords } from '@packhouse/contract/repositories/evidence-words.ts';
import * as contract from '@packhouse/contract/repositories/key-compatible-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { selectTrusted, type TrustedKeyRow } from '../keys/key-queries.ts';
import { createTrusted, deleteTrusted } from '../keys/trusted-key-changes.ts';

const toWire = (row: TrustedKeyRow): contract.WireTrustedKey => ({
  kid: row.fingerprint,
  alias: row.name,
  type: row.kind === 'openpgp' ? 'GPG' : (createPublicKey(row.public_key).asymmetricKeyType ?? '').toUpperCase(),
  fingerprint: row.fingerprint,
  key: row.public_key,
  issued_on: row.created_at.toISOString(),
  issued_by: row.created_by,
  valid_until: null,
  issued: row.created_at.getTime(),
  issuedBy: row.created_by,
  expiry: 0,
});

/** Clients give advice when they read 'already exists'. */
const sayThatItExists = (name: string) => (error: unknown) => {
  if (error instanceof AppError && error.code === 'already_exists') throw new AppError(evidenceWords.trusted_key_exists, { name });
  throw error;
};

/** Trusted keys by the calls of existing clients: the same ones that the console shows. */
export function trustedKeyRestRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.listWireTrustedKeys, async () => ({ keys: (await selectTrusted(db)).map(toWire) }));
  handle(app, platform, contract.createWireTrustedKey, async ({ body }, call) =>
    toWire(await createTrusted(context, { name: body.alias, publicKey: body.key ?? body.public_key ?? '' }, call).catch(sayThatItExists(body.alias))),
  );
  handle(app, platform, contract.deleteWireTrustedKey, async ({ params }, call) => {
    const row = (await selectTrusted(db)).find(({ fingerprint }) => fingerprint === params.kid);
    if (!row) throw new AppError(evidenceWords.no_trusted_evidence_key, { name: params.kid });
    await deleteTrusted(context, row.name, call);
  });
}
