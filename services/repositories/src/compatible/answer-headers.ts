import { prefixes } from '@packhouse/contract/prefixes.ts';
import { getNodeId } from '@packhouse/kernel/node-id.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** Every answer below the prefix of existing clients names the installation and the node that gave it: exporters and support tell nodes apart by these. */
export function nameAnswers(app: FastifyInstance, { platform, peers }: Pick<Context, 'platform' | 'peers'>): void {
  const below = `${prefixes.repositories}/`;
  // At the first request, when all services are there.
  let named: Record<string, string> | undefined;
  const name = () => ({ 'x-artifactory-id': peers.installation?.id ?? 'packhouse', 'x-artifactory-node-id': getNodeId(platform.config) });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(below)) {
      named ??= name();
      reply.headers(named);
    }
    done();
  });
}
