import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/proxy-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { RouteParsed, RouteReply } from '@packhouse/contract/route.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { findValues, getAddress, isSameServer, toProxy } from './proxies.ts';
import { clearDefault, deleteProxyRow, insertProxy, lockProxy, type ProxyRow, selectProxies, selectProxyUsers, updateProxyRow } from './proxy-queries.ts';

type Tx = Transaction<RepositoriesSchema>;

const missing = (key: string) => new AppError(repositoryWords.no_proxy, { key }, { code: 'not_found' });

/** Nobody waits longer for the answer to a test. */
const testMilliseconds = 15_000;

async function change<Result>(context: Context, key: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await context.db.transaction().execute(async (tx) => {
    const done = await work(tx);
    await context.platform.outbox.publish(tx, { type: 'proxy.changed', subject: key, data: {} });
    return done;
  });
  context.proxies.forget();
  return result;
}

async function needLocked(tx: Tx, key: string): Promise<ProxyRow> {
  const row = await lockProxy(tx, key);
  if (!row) throw missing(key);
  return row;
}

/** Gives what the log may hold: everything but the password. */
const auditable = (row: ProxyRow) => {
  const { usedBy: _, ...rest } = toProxy(row, []);
  return rest;
};

/** Asks a server once through the proxy that was described, and says in words what came of it. */
async function test(context: Context, input: RouteParsed<typeof contract.testProxy>['body']): Promise<RouteReply<typeof contract.testProxy>> {
  const stored = input.key === undefined ? undefined : (await selectProxies(context.db)).find(({ key }) => key === input.key);
  const usable = stored?.password && isSameServer(stored, input) ? context.platform.secrets.decrypt(stored.password) : undefined;
  const proxy = { url: getAddress(input, input.password ?? usable), noProxy: [] };
  try {
    const answer = await context.platform.outgoing.request(input.url, { proxy, timeout: testMilliseconds, redirects: 0 });
    answer.body.destroy();
    return { reached: true, status: answer.status, ...say(repositoryWords.proxy_works, { host: new URL(input.url).host, status: answer.status }) };
  } catch (error) {
    return { reached: false, ...(error instanceof AppError ? saidBy(error) : say(repositoryWords.server_unreachable_through_proxy)) };
  }
}

/** A test has the platform contact a server that somebody chose, so it is written down. */
async function auditedTest(context: Context, input: RouteParsed<typeof contract.testProxy>['body'], { actor, address }: HandlerContext) {
  const { key, host, port, tls, url } = input;
  const answer = await test(context, input);
  const after = { host, port, tls, server: new URL(url).origin, reached: answer.reached };
  await context.platform.identity.audit({ actor: actor.name, address, action: 'proxy.tested', subject: key ?? `${host}:${port}`, after });
  return answer;
}

/** Outgoing proxies, for administrators. */
export function proxyRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const { secrets } = platform;
  const audit = (tx: Tx, call: HandlerContext, action: string, subject: string, states: { before?: unknown; after?: unknown }) =>
    platform.identity.audit({ actor: call.actor.name, address: call.address, action, subject, ...states }, tx);
  const withUsers = async (row: ProxyRow) => toProxy(row, (await selectProxyUsers(db)).get(row.key) ?? []);

  handle(app, platform, contract.listProxies, async () => {
    const [rows, users] = await Promise.all([selectProxies(db), selectProxyUsers(db)]);
    return { items: rows.map((row) => toProxy(row, users.get(row.key) ?? [])) };
  });

  handle(app, platform, contract.readProxy, async ({ params }) => {
    const row = (await selectProxies(db)).find(({ key }) => key === params.key);
    if (!row) throw missing(params.key);
    return withUsers(row);
  });

  handle(app, platform, contract.createProxy, async ({ body }, call) => {
    const row = await change(context, body.key, async (tx) => {
      if (body.isDefault) await clearDefault(tx);
      const made = await insertProxy(tx, body.key, findValues(body, { secrets, by: call.actor.name }));
      const said = say(repositoryWords.proxy_exists, { key: body.key });
      if (!made) throw new AppError('already_exists', { said, detail: [{ path: 'key', ...said }] });
      await audit(tx, call, 'proxy.created', made.key, { after: auditable(made) });
      return made;
    });
    return withUsers(row);
  });

  handle(app, platform, contract.updateProxy, async ({ params, body }, call) => {
    const row = await change(context, params.key, async (tx) => {
      const present = await needLocked(tx, params.key);
      const values = findValues(body, { secrets, by: call.actor.name, before: present });
      if (body.isDefault) await clearDefault(tx);
      const updated = await updateProxyRow(tx, present.id, values);
      await audit(tx, call, 'proxy.updated', updated.key, { before: auditable(present), after: auditable(updated) });
      return updated;
    });
    context.remotes.health.clear();
    return withUsers(row);
  });

  handle(app, platform, contract.deleteProxy, async ({ params }, call) => {
    await change(context, params.key, async (tx) => {
      const row = await needLocked(tx, params.key);
      const users = (await selectProxyUsers(tx)).get(row.key) ?? [];
      if (users.length > 0)
        throw new AppError(
          users.length === 1 ? repositoryWords.proxy_used_by_one : repositoryWords.proxy_used,
          { users: users.join(', ') },
          { detail: { usedBy: users } },
        );
      await deleteProxyRow(tx, row.id);
      await audit(tx, call, 'proxy.deleted', row.key, { before: auditable(row) });
    });
  });

  handle(app, platform, contract.testProxy, ({ body }, call) => auditedTest(context, body, call));
}
