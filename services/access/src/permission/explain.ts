import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import type { explainDecision } from '@packhouse/contract/access/access-permission-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { RouteParsed, RouteReply } from '@packhouse/contract/route.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import {
  type Actor,
  anonymousActor,
  explain,
  explainAdministration,
  type Resource,
  repositoryResource,
  requireAdministrator,
} from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { makeActorOfAccount } from '../identity/identity.ts';
import { findUserName } from '../password/check-password.ts';

type Question = RouteParsed<typeof explainDecision>['body'];

async function readSubject(context: Context, asker: Actor, given: string | undefined): Promise<{ actor: Actor; closed?: Said }> {
  const name = given === undefined ? asker.name : findUserName(given);
  if (name === asker.name) return { actor: asker };
  requireAdministrator(asker);
  const account = name === undefined ? undefined : await context.accounts.byName(name);
  if (!account) throw new AppError('user_not_found');
  if (name !== anonymousUser)
    return { actor: makeActorOfAccount(account, 'password'), ...(account.enabled ? {} : { closed: say(accessWords.user_disabled_here) }) };
  const { anonymousAccess } = await context.settings.read();
  return { actor: anonymousActor(account.grants), ...(anonymousAccess ? {} : { closed: say(accessWords.anonymous_access_off) }) };
}

type Resourceful = Question['resource'] & { type: Resource['type'] };

async function readResource(context: Context, { type, name, path }: Resourceful): Promise<Resource> {
  const repositories = type === 'repository' ? await context.peers.repositories?.list() : undefined;
  // What a remote repository has stored is addressed as `<key>-cache`; permissions name the repository.
  const found = repositories?.find(({ key }) => key === name) ?? repositories?.find((one) => one.class === 'remote' && `${one.key}-cache` === name);
  const place = path?.replace(/^\/+/, '');
  if (found) return repositoryResource(found, place);
  return { type, name, ...(place === undefined ? {} : { path: place }) };
}

/** Why somebody may or may not do something: the very decision that requests get. */
export async function explainFor(context: Context, asker: Actor, question: Question): Promise<RouteReply<typeof explainDecision>> {
  const { actor, closed } = await readSubject(context, asker, question.user);
  const { action, resource } = question;
  const { type } = resource;
  const decision = type === 'platform' ? explainAdministration(actor) : explain(actor, action, await readResource(context, { ...resource, type }));
  const considered = decision.considered.map(({ rule, outcome, said }) => ({ rule, outcome, reason: said.message, said }));
  if (closed === undefined) return { user: actor.name, allowed: decision.allowed, considered };
  return { user: actor.name, allowed: false, considered: [...considered, { rule: 'sign-in', outcome: 'refuses', reason: closed.message, said: closed }] };
}
