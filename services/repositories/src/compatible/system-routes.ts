import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/system-compatible-routes.ts';
import { getServiceType, interfaceVersions } from '@packhouse/contract/shell/service-names.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { getNodeId } from '@packhouse/kernel/node-id.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { pingDatabase } from './ping-queries.ts';

/** The caller's own credentials as lines for npm's settings, which is how command lines learn to write them. */
function npmSettings({ actor, headers }: FastifyRequest): string {
  const [, scheme = '', secret = ''] = /^(basic|bearer)\s+(.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (actor.kind === 'anonymous' || secret === '') throw new AppError('unauthenticated');
  const basic = scheme.toLowerCase() === 'basic' ? secret : Buffer.from(`${actor.name}:${secret}`).toString('base64');
  return `_auth = ${basic}\nalways-auth = true\nemail = ${actor.name}@users.invalid\n`;
}

/** Every node that runs repositories, or ran them lately. Who is not signed in learns of the one that answers: load balancers ask so. */
async function listNodes({ platform, peers }: Context, { kind }: Actor) {
  const services = kind === 'user' ? await peers.health?.services() : undefined;
  const nodes = services?.[getServiceType('artifactory')]?.nodes ?? [];
  const others = nodes.map(({ node_id: id, status }) => ({ id, state: status === 'Online' ? ('RUNNING' as const) : ('OFFLINE' as const) }));
  const own = { id: getNodeId(platform.config), state: 'RUNNING' as const };
  // What answers runs, whatever has been written down about it.
  return [own, ...others.filter(({ id }) => id !== own.id)].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** `/artifactory/api/system/…`: is it there, and what is it. */
export async function systemRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { platform } = context;
  await protocolScope(app, (scope) => {
    handle(scope, platform, contract.pingRepositories, async (_, { reply }) => {
      await pingDatabase(context.db);
      return reply.header('content-type', 'text/plain').send('OK');
    });
    handle(scope, platform, contract.askReadiness, async () => {
      await pingDatabase(context.db);
      return { code: 'OK' as const };
    });
    handle(scope, platform, contract.askLiveness, async () => ({ code: 'OK' as const }));
    handle(scope, platform, contract.readRepositoriesVersion, async () => ({
      version: interfaceVersions.artifactory,
      revision: platform.version,
      addons: [],
      license: 'Packhouse',
    }));
    handle(scope, platform, contract.readRepositoriesStatus, async (_, { actor }) => ({ nodes: await listNodes(context, actor) }));
    // Clients wait for an answer to their reports of use after every command. Nothing of what they tell is kept.
    for (const report of [contract.reportUsage, contract.reportMetrics])
      handle(scope, platform, report, async (_, { request, reply }) => {
        request.raw.resume();
        return reply.code(200).send('');
      });
    handle(scope, platform, contract.readNpmSettings, async (_, { request, reply }) => reply.type('text/plain').send(npmSettings(request)));
    handle(scope, platform, contract.readUploadSettings, async () => ({ supported: false as const }));
  });
}
