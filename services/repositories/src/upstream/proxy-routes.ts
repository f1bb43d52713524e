import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/proxy-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { RouteParsed, RouteReply } from '@packhouse/contract/route.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getAddress, isSameServer, toProxy } from './proxies.ts';
import { changeProxies, createProxyIn, deleteProxyIn, missingProxy, updateProxyIn } from './proxy-changes.ts';
import { type ProxyRow, selectProxies, selectProxyUsers } from './proxy-queries.ts';

/** Nobody waits longer for the answer to a test. */
const testMilliseconds = 15_000;

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
  const withUsers = async (row: ProxyRow) => toProxy(row, (await selectProxyUsers(db)).get(row.key) ?? []);

  handle(app, platform, contract.listProxies, async () => {
    const [rows, users] = await Promise.all([selectProxies(db), selectProxyUsers(db)]);
    return { items: rows.map((row) => toProxy(row, users.get(row.key) ?? [])) };
  });

  handle(app, platform, contract.readProxy, async ({ params }) => {
    const row = (await selectProxies(db)).find(({ key }) => key === params.key);
    if (!row) throw missingProxy(params.key);
    return withUsers(row);
  });

  handle(app, platform, contract.createProxy, async ({ body }, call) =>
    withUsers(await changeProxies(context, body.key, (tx) => createProxyIn(context, tx, body, call))),
  );

  handle(app, platform, contract.updateProxy, async ({ params: { key }, body }, call) =>
    withUsers(await changeProxies(context, key, (tx) => updateProxyIn(context, tx, key, body, call))),
  );

  handle(app, platform, contract.deleteProxy, async ({ params: { key } }, call) => {
    await changeProxies(context, key, (tx) => deleteProxyIn(context, tx, key, call));
  });

  handle(app, platform, contract.testProxy, ({ body }, call) => auditedTest(context, body, call));
}
