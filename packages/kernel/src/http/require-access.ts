import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { Route } from '@packhouse/contract/route.ts';
import type { FastifyRequest } from 'fastify';
import { type Actor, isAllowed, requireAdministrator } from '../access/authorisation.ts';
import type { Platform } from '../platform.ts';

const isDuty = ({ duty }: Route, actor: Actor) => duty !== undefined && isAllowed(actor, 'manage', { type: 'duty', name: duty });

/** Refuses who may not make this call at all. @throws AppError `unauthenticated` or `forbidden` */
export async function requireAccess(route: Route, request: FastifyRequest, platform: Pick<Platform, 'identity'>): Promise<void> {
  const { actor, peer } = request;
  if (route.access === 'handler') return;
  if (route.access === 'peer') {
    if (!peer) throw new AppError('unauthenticated');
    if (route.purpose !== undefined && !peer.purposes.includes(route.purpose)) throw new AppError(kernelWords.not_trusted_for_that);
    if (route.accepted !== undefined && !peer.accepts[route.accepted]) throw new AppError(kernelWords.not_accepted_here);
    return;
  }
  if (route.access === 'public' || actor.kind === 'user') {
    if (route.access === 'administrator' && !isDuty(route, actor)) requireAdministrator(actor);
    return;
  }
  if (route.access === 'user' || route.access === 'administrator') throw new AppError('unauthenticated');
  const where = route.url.startsWith(prefixes.consoleApi) ? 'console' : undefined;
  if (!(await platform.identity.anonymousAllowed(where))) throw new AppError('unauthenticated');
}
