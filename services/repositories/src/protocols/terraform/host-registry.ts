import { AppError } from '@packhouse/contract/errors.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { discoverTerraform, terraformHostModules } from '@packhouse/contract/repositories/protocol-routes.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { handle, protocolScope, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { requestPath } from '../../storage/request-path.ts';
import { serveProtocol } from '../engine/engine.ts';

const modules = `${prefixes.repositories}/api/terraform/v1/modules/`;

/**
 * The registry of a host that nobody told their client more about: module sources name the repository in their namespace,
 * `<host>/<repository>__<namespace>/<name>/<system>`. https://opentofu.org/docs/internals/remote-service-discovery/
 */
export async function hostRegistryRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await protocolScope(app, (scope) => {
    handle(scope, context.platform, discoverTerraform, async (_, { request, reply }) =>
      reply.header('content-type', 'application/json').send(JSON.stringify({ 'modules.v1': `${publicBaseUrl(request, context.platform.config)}${modules}` })),
    );
    handle(scope, context.platform, terraformHostModules, async (_, { request, reply }) => {
      const place = requestPath(request.raw.url ?? '', 5);
      const match = /^(?<key>[^/]+?)__(?<rest>.+)$/.exec(place.path)?.groups;
      if (!match)
        throw new AppError(upstreamWords.state_repository_unnamed, {}, { code: request.actor.kind === 'anonymous' ? 'unauthenticated' : 'not_found' });
      return serveProtocol(context, request, reply, match.key!, 'protocol', { ...place, path: `v1/modules/${match.rest}` });
    });
  });
}
