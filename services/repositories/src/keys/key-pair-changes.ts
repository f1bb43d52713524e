import { AppError } from '@packhouse/contract/errors.ts';
import type { NewKeyPair } from '@packhouse/contract/repositories/key-routes.ts';
import { vaultWords } from '@packhouse/contract/repositories/vault-words.ts';
import type { Context } from '../context.ts';
import { pairValues } from './key-pairs.ts';
import { holdVault, insertPair, type KeyPairRow } from './key-queries.ts';
import { auditor, type Doer, refuseTaken, removeNamed } from './named-keys.ts';

/** Keeps a new pair. @throws AppError `already_exists`, and as reading it does */
export async function createPair(context: Context, input: NewKeyPair, doer: Doer, alias?: string): Promise<KeyPairRow> {
  const values = await pairValues(context, input);
  const audit = auditor(context);
  return context.db
    .transaction()
    .execute(async (tx) => {
      if (values.vault !== null && !(await holdVault(tx, values.vault))) throw new AppError(vaultWords.no_vault, { key: values.vault });
      const made = await insertPair(tx, { ...values, alias: alias ?? null, created_by: doer.actor.name });
      await audit(tx, doer, 'key-pair.created', made.name, { after: { kind: made.kind, fingerprint: made.fingerprint, from: input.from } });
      return made;
    })
    .catch(refuseTaken('name', input.name));
}

/** @throws AppError `not_found`, `in_use` */
export async function deletePair(context: Context, name: string, doer: Doer): Promise<void> {
  const audit = auditor(context);
  await removeNamed(context, 'key_pair', name, (tx, states) => audit(tx, doer, 'key-pair.deleted', name, states));
}
