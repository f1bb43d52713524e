import { encryptedPassword } from '@packhouse/contract/access/access-compatible-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { makeCredentials } from '../identity/credentials.ts';
import { encryptPassword, openPassword } from '../password/encrypted-password.ts';

/** The password of whoever proved it with this request, for clients that do not keep it readable. */
export function encryptedPasswordRoutes(app: FastifyInstance, { platform }: Context): void {
  const { secrets } = platform;
  handle(app, platform, encryptedPassword, async (_, { actor, request, reply }) => {
    const given = makeCredentials(request.headers);
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
    // Clients take this status for 'there is none', and go on with what they have.
    const none = () => reply.code(409).send('Only a password can be encrypted: sign in with yours');
    if (actor.via !== 'password' || given.kind !== 'pair') return none();
    return reply.send(encryptPassword(secrets, given.user, openPassword(secrets, given.user, given.secret)));
  });
}
