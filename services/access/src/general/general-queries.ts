import type { Db } from '../schema.ts';

export interface StoredLogo {
  media_type: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  digest: string;
  bytes: Buffer;
}

export function selectLogo(db: Db): Promise<StoredLogo | undefined> {
  return db.selectFrom('logo').select(['media_type', 'digest', 'bytes']).executeTakeFirst();
}

/** Type and digest of the logo, without its bytes. */
export function selectLogoFacts(db: Db): Promise<Omit<StoredLogo, 'bytes'> | undefined> {
  return db.selectFrom('logo').select(['media_type', 'digest']).executeTakeFirst();
}

export async function replaceLogo(db: Db, logo: StoredLogo): Promise<void> {
  await db
    .insertInto('logo')
    .values({ id: true, ...logo })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(logo))
    .execute();
}

export async function deleteLogo(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('logo').executeTakeFirst();
  return numDeletedRows > 0n;
}
