import { AppError } from '@packhouse/contract/errors.ts';
import { interfaceVersions } from '@packhouse/contract/shell/service-names.ts';
import { protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** The caller's own credentials as lines for npm's settings, which is how command lines learn to write them. */
function npmSettings({ actor, headers }: FastifyRequest): string {
  const [, scheme = '', secret = ''] = /^(basic|bearer)\s+(.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (actor.kind === 'anonymous' || secret === '') throw new AppError('unauthenticated');
  const basic = scheme.toLowerCase() === 'basic' ? secret : Buffer.from(`${actor.name}:${secret}`).toString('base64');
  return `_auth = ${basic}\nalways-auth = true\nemail = ${actor.name}@users.invalid\n`;
}

/** `/artifactory/api/system/…`: is it there, and what is it. */
export async function systemRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await protocolScope(app, (scope) => {
    scope.get('/artifactory/api/system/ping', { config: { asksNobody: true } }, async (_request, reply) => {
      await sql`select 1`.execute(context.db);
      return reply.header('content-type', 'text/plain').send('OK');
    });
    scope.get('/artifactory/api/system/version', { config: { asksNobody: true } }, async (_request, reply) =>
      reply.send({ version: interfaceVersions.artifactory, revision: context.platform.version, addons: [], license: 'Packhouse' }),
    );
    scope.get('/artifactory/api/system/status', async (_request, reply) => reply.send({ nodes: [{ id: 'packhouse', state: 'RUNNING' }] }));
    // Clients wait for an answer to their reports of use after every command. Nothing of what they tell is kept.
    for (const url of ['/artifactory/api/system/usage', '/jfconnect/api/v1/backoffice/metrics/log'])
      scope.post(url, async (request, reply) => {
        if (request.actor.kind === 'anonymous') throw new AppError('unauthenticated');
        request.raw.resume();
        return reply.code(200).send('');
      });
    scope.get('/artifactory/api/npm/auth', async (request, reply) => reply.type('text/plain').send(npmSettings(request)));
    scope.get('/artifactory/api/v1/uploads/config', async (_request, reply) => reply.send({ supported: false }));
  });
}
