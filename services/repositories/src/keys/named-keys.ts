import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import type { Context } from '../context.ts';
import * as queries from './key-queries.ts';
import { forgetPublishedKeys } from './signer.ts';

export const usersAs = (users: readonly string[]) =>
  new AppError(users.length === 1 ? repositoryWords.used_by_one : repositoryWords.used, { users: users.join(', ') }, { detail: { usedBy: users } });

/** Who names which row: repositories, and the distribution repository its key. */
export async function readNames({ releaseBundleKeyPair }: Context, db: Context['db'], table: queries.ReferredTable): Promise<Map<string, string[]>> {
  const users = await queries.selectReferrers(db, table);
  if (table !== 'key_pair' || !releaseBundleKeyPair) return users;
  const name = await releaseBundleKeyPair();
  return users.set(name, [...(users.get(name) ?? []), releaseBundleRepositoryKey]);
}

export const refuseTaken = (field: string, name: string) => (error: unknown) => {
  if ((error as { code?: string }).code !== '23505') throw error;
  const said = say(repositoryWords.name_taken, { name });
  throw new AppError('already_exists', { said, detail: [{ path: field, ...said }] });
};

/** Whoever changes something. */
export type Doer = Pick<HandlerContext, 'address'> & { actor: Pick<HandlerContext['actor'], 'name'> };

export function auditor({ platform }: Context) {
  return (tx: AnyTransaction, { actor, address }: Doer, action: string, subject: string, states: { before?: unknown; after?: unknown } = {}) =>
    platform.identity.audit({ actor: actor.name, address, action, subject, ...states }, tx);
}

/** Deletes what nothing names; `record` says so in the audit log before that counts. @throws AppError `not_found`, `in_use` */
export async function removeNamed(
  context: Context,
  table: queries.ReferredTable,
  name: string,
  record: (tx: AnyTransaction, states: { before: { fingerprint: string } }) => Promise<void>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await queries.lockNamed(tx, table, name);
    if (!row) throw new AppError(distributionWords.nothing_named, { name });
    const users = (await readNames(context, tx, table)).get(name) ?? [];
    if (users.length > 0) throw usersAs(users);
    await queries.deleteNamed(tx, table, row.id);
    await context.platform.outbox.publish(tx, { type: 'key.changed', subject: name, data: {} });
    await record(tx, { before: { fingerprint: row.fingerprint } });
  });
  context.certificates.forget();
  forgetPublishedKeys();
}
