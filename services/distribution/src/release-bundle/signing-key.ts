import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { ReleaseBundleKey } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';

/** Name of the pair that is made when nobody chose another. */
export const usualKeyPair = 'release-bundles';
const settingName = 'signing-key-pair';

export async function chosenKeyPair(db: Db): Promise<string> {
  return (await db.selectFrom('setting').select('value').where('name', '=', settingName).executeTakeFirst())?.value || usualKeyPair;
}

export async function chooseKeyPair(db: Db, name: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: settingName, value: name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: name }))
    .execute();
}

/** The pair that signs; only the usual one is made when it is missing. @throws AppError `conflict` */
export async function needReleaseBundleKey({ db, storage }: Pick<Context, 'storage'> & { db: Db }): Promise<ReleaseBundleKey> {
  const name = await chosenKeyPair(db);
  const key = await storage.key(name, name === usualKeyPair);
  if (!key) throw new AppError(distributionWords.signing_key_missing, { name });
  return key;
}

/** Of the key that signs here at present, once there is one. */
export async function ownFingerprint({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<string | undefined> {
  return (await storage.key(await chosenKeyPair(db), false))?.fingerprint;
}
