import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import { audit } from '../release-bundle/announce.ts';
import type { Doer } from '../release-bundle/release-bundle.ts';
import type { Db } from '../schema.ts';

/** A setting for each refused key, so that changes of two of them do not meet. It stays when the key is deleted: who adds it again has not decided anew. */
const prefix = 'refused-signer ';

/** Fingerprints. */
export async function refusedSigners(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('setting').select('name').where('name', '^@', prefix).orderBy('name').execute();
  return rows.map(({ name }) => name.slice(prefix.length));
}

export async function isRefusedSigner(db: Db, fingerprint: string): Promise<boolean> {
  return (await refusedSigners(db)).includes(fingerprint);
}

/** The key is trusted for what else it signs. @throws AppError `forbidden` */
export async function requireSigner(db: Db, fingerprint: string): Promise<void> {
  if (await isRefusedSigner(db, fingerprint)) throw new AppError(distributionWords.signer_not_allowed, { fingerprint });
}

/** @throws AppError `not_found` when there is no such trusted key */
export async function setSigner(context: Context, fingerprint: string, maySign: boolean, doer: Doer): Promise<void> {
  const keyName = await context.storage.findTrusted(fingerprint);
  if (keyName === undefined) throw new AppError(distributionWords.no_trusted_key, { fingerprint });
  const name = prefix + fingerprint;
  await context.db.transaction().execute(async (tx) => {
    const changed = maySign
      ? await tx.deleteFrom('setting').where('name', '=', name).returning('name').executeTakeFirst()
      : await tx
          .insertInto('setting')
          .values({ name, value: '' })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('name')
          .executeTakeFirst();
    if (changed) await audit(context, tx, doer, `release-bundle.signer-${maySign ? 'allowed' : 'refused'}`, fingerprint, { name: keyName });
  });
}
