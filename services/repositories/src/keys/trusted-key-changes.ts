import type { Context } from '../context.ts';
import { readTrusted } from './key-material.ts';
import { insertTrusted, type TrustedKeyRow } from './key-queries.ts';
import { auditor, type Doer, refuseTaken, removeNamed } from './named-keys.ts';

/** Trusts a key from now on. @throws AppError `invalid_input`, `already_exists` */
export async function createTrusted(context: Context, given: { name: string; publicKey: string }, doer: Doer): Promise<TrustedKeyRow> {
  const { kind, fingerprint, publicKey } = await readTrusted(given.publicKey);
  return context.db
    .transaction()
    .execute(async (tx) => {
      const made = await insertTrusted(tx, { name: given.name, kind, fingerprint, public_key: publicKey, created_by: doer.actor.name });
      await auditor(context)(tx, doer, 'trusted-key.created', made.name, { after: { kind, fingerprint } });
      return made;
    })
    .catch(refuseTaken('name', given.name));
}

/** Trusts a key no longer: what it signed counts as unverified from now on. @throws AppError `not_found`, `in_use` */
export function deleteTrusted(context: Context, name: string, doer: Doer): Promise<void> {
  return removeNamed(context, 'trusted_key', name, (tx, states) => auditor(context)(tx, doer, 'trusted-key.deleted', name, states));
}
