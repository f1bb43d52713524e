import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { firewallWords } from '@packhouse/contract/repositories/firewall-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type Actor, isAllowed, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { globMatches } from '../directory/glob.ts';

/** What somebody keeps of the firewall. */
export interface Keeper {
  /** All of it: as an administrator, or by the duty to keep policies. */
  all: boolean;
  /** Remote repositories of the projects that they administer. */
  repositories: ReadonlySet<string>;
}

/** @throws AppError `unauthenticated`, `forbidden` for those who keep nothing */
export async function requireKeeper({ directory }: Pick<Context, 'directory'>, actor: Actor, action: 'read' | 'manage' = 'manage'): Promise<Keeper> {
  const keeper = await readKeeper({ directory }, actor, action);
  const keepsProject = actor.grants.some(({ resourceType, actions }) => resourceType === 'project' && actions.includes('manage'));
  if (!keeper.all && keeper.repositories.size === 0 && !keepsProject) requireAdministrator(actor);
  return keeper;
}

export async function readKeeper({ directory }: Pick<Context, 'directory'>, actor: Actor, action: 'read' | 'manage' = 'manage'): Promise<Keeper> {
  const all = (actor.administrator && !actor.scope) || isAllowed(actor, action, { type: 'duty', name: 'policies' });
  const keeps = ({ projectKey }: { projectKey?: string | undefined }) =>
    projectKey !== undefined && isAllowed(actor, 'manage', { type: 'project', name: projectKey, path: 'settings' });
  const own = all ? [] : (await directory.list()).filter((one) => one.class === 'remote' && keeps(one));
  return { all, repositories: new Set(own.map(({ key }) => key)) };
}

/** Whether a rule is about nothing but what somebody keeps. Patterns are not: what they stand for changes. */
export const keepsRule = ({ all, repositories }: Keeper, rule: { repositories: readonly string[] }) =>
  all || rule.repositories.every((pattern) => repositories.has(pattern));

/** The patterns of a rule that are about something that somebody keeps. */
export const findConcerning = ({ all, repositories }: Keeper, patterns: readonly string[]) =>
  all ? [...patterns] : patterns.filter((pattern) => [...repositories].some((key) => globMatches(pattern, key)));

/** @throws AppError `forbidden` unless the rule is somebody's to change */
export function requireRule(keeper: Keeper, actor: Actor, rule: { repositories: readonly string[] }): void {
  if (!keepsRule(keeper, rule)) requireAdministrator(actor);
}

/** @throws AppError `invalid_input` where a rule is to be about more than somebody keeps */
export function requireReach(keeper: Keeper, rule: { repositories: readonly string[] }): void {
  if (keepsRule(keeper, rule)) return;
  const others = rule.repositories.filter((pattern) => !keeper.repositories.has(pattern));
  throw fieldRefusal('repositories', say(firewallWords.not_yours_to_guard, { keys: others.join(', ') }));
}
