import { AppError } from '@packhouse/contract/errors.ts';
import type { NewProxy, ProxyChange } from '@packhouse/contract/repositories/proxy-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { findValues, toProxy } from './proxies.ts';
import { clearDefault, deleteProxyRow, insertProxy, lockProxy, type ProxyRow, selectProxyUsers, updateProxyRow } from './proxy-queries.ts';

type Tx = Transaction<RepositoriesSchema>;

/** Who changes something, for the audit log. */
interface Changer {
  actor: { name: string };
  address: string;
}

export const missingProxy = (key: string) => new AppError(repositoryWords.no_proxy, { key }, { code: 'not_found' });

/** Changes proxies, all of it or nothing, and has every process read them again. */
export async function changeProxies<Result>(context: Context, subject: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await context.db.transaction().execute(async (tx) => {
    const done = await work(tx);
    await context.platform.outbox.publish(tx, { type: 'proxy.changed', subject, data: {} });
    return done;
  });
  context.proxies.forget();
  // Upstreams that could not be reached may be within reach now.
  context.remotes.health.clear();
  return result;
}

/** Gives what the log may hold: everything but the password. */
const auditable = (row: ProxyRow) => {
  const { usedBy: _, ...rest } = toProxy(row, []);
  return rest;
};

const audit = ({ platform }: Context, tx: Tx, call: Changer, action: string, subject: string, states: { before?: unknown; after?: unknown }) =>
  platform.identity.audit({ actor: call.actor.name, address: call.address, action, subject, ...states }, tx);

async function needLocked(tx: Tx, key: string): Promise<ProxyRow> {
  const row = await lockProxy(tx, key);
  if (!row) throw missingProxy(key);
  return row;
}

/** @throws AppError `already_exists` */
export async function createProxyIn(context: Context, tx: Tx, body: z.output<typeof NewProxy>, call: Changer): Promise<ProxyRow> {
  if (body.isDefault) await clearDefault(tx);
  const made = await insertProxy(tx, body.key, findValues(body, { secrets: context.platform.secrets, by: call.actor.name }));
  const said = say(repositoryWords.proxy_exists, { key: body.key });
  if (!made) throw new AppError('already_exists', { said, detail: [{ path: 'key', ...said }] });
  await audit(context, tx, call, 'proxy.created', made.key, { after: auditable(made) });
  return made;
}

/** @throws AppError `not_found`, `invalid_input` */
export async function updateProxyIn(context: Context, tx: Tx, key: string, body: z.output<typeof ProxyChange>, call: Changer): Promise<ProxyRow> {
  const present = await needLocked(tx, key);
  const values = findValues(body, { secrets: context.platform.secrets, by: call.actor.name, before: present });
  if (body.isDefault) await clearDefault(tx);
  const updated = await updateProxyRow(tx, present.id, values);
  await audit(context, tx, call, 'proxy.updated', updated.key, { before: auditable(present), after: auditable(updated) });
  return updated;
}

/** @throws AppError `not_found`, `conflict` while repositories name it */
export async function deleteProxyIn(context: Context, tx: Tx, key: string, call: Changer): Promise<void> {
  const row = await needLocked(tx, key);
  const users = (await selectProxyUsers(tx)).get(row.key) ?? [];
  if (users.length > 0)
    throw new AppError(
      users.length === 1 ? repositoryWords.proxy_used_by_one : repositoryWords.proxy_used,
      { users: users.join(', ') },
      { detail: { usedBy: users } },
    );
  await deleteProxyRow(tx, row.id);
  await audit(context, tx, call, 'proxy.deleted', row.key, { before: auditable(row) });
}
