import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import type { KeptAction } from '@packhouse/contract/access/kept-rights.ts';
import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { commonBuildRepository } from '@packhouse/contract/repository-keys.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Action } from '@packhouse/kernel/access/authorisation.ts';

export type Section = Permission['sections'][number];
type Principals = Section['users'];
export interface PrincipalWords {
  users?: Record<string, string[]> | null | undefined;
  groups?: Record<string, string[]> | null | undefined;
}

/** Each right as one spelling of existing clients writes it. */
type Spelling = Record<Action | KeptAction, string>;

export const letters: Spelling = { read: 'r', deploy: 'w', annotate: 'n', delete: 'd', manage: 'm', managedXrayMeta: 'mxm', distribute: 'x' };
export const words: Spelling = {
  read: 'read',
  deploy: 'write',
  annotate: 'annotate',
  delete: 'delete',
  manage: 'manage',
  managedXrayMeta: 'managedXrayMeta',
  distribute: 'distribute',
};
export const capitals: Spelling = {
  read: 'READ',
  deploy: 'WRITE',
  annotate: 'ANNOTATE',
  delete: 'DELETE',
  manage: 'MANAGE',
  managedXrayMeta: 'SCAN',
  distribute: 'EXECUTE',
};

/** Of targets of release bundles and of pipelines: to execute is to send there, or to run. */
export const executions: Partial<Spelling> = { read: 'READ', deploy: 'EXECUTE', delete: 'DELETE', manage: 'MANAGE' };

const isKept = (right: string): right is KeptAction => right === 'managedXrayMeta' || right === 'distribute';

function readRight(spelling: Partial<Spelling>, word: string, field: string): Action | KeptAction {
  const found = Object.entries(spelling).find(([, written]) => written === word);
  if (!found) throw namedFieldRefusal(field, say(accessWords.right_not_known, { name: word }));
  return found[0] as Action | KeptAction;
}

function readSide(given: Record<string, string[]> | null | undefined, spelling: Partial<Spelling>, field: string): Principals {
  return Object.entries(given ?? {})
    .map(([name, list]) => {
      const rights = list.map((word) => readRight(spelling, word, `${field}.${name}`));
      const keptActions = rights.filter(isKept);
      return { name, actions: rights.filter((right) => !isKept(right)), ...(keptActions.length > 0 ? { keptActions } : {}) };
    })
    .filter(({ actions, keptActions = [] }) => actions.length + keptActions.length > 0);
}

/** Users and groups with their rights, from a spelling; rights that nobody knows are refused. Who has none is left out. */
export function readPrincipals(given: PrincipalWords | null | undefined, spelling: Partial<Spelling>, field: string): Pick<Section, 'users' | 'groups'> {
  return { users: readSide(given?.users, spelling, `${field}.users`), groups: readSide(given?.groups, spelling, `${field}.groups`) };
}

const tellSide = (principals: Principals, spelling: Partial<Spelling>) =>
  Object.fromEntries(principals.map(({ name, actions, keptActions = [] }) => [name, [...actions, ...keptActions].flatMap((right) => spelling[right] ?? [])]));

/** Users and groups with their rights, in a spelling. */
export function tellPrincipals({ users, groups }: Pick<Section, 'users' | 'groups'>, spelling: Partial<Spelling>) {
  return { users: tellSide(users, spelling), groups: tellSide(groups, spelling) };
}

/** Patterns without those that say nothing. */
export const readIncluded = (given: readonly string[] | null | undefined) => (given ?? []).filter((pattern) => pattern !== '' && pattern !== '**');
export const readExcluded = (given: readonly string[] | null | undefined) => (given ?? []).filter((pattern) => pattern !== '');
export const tellIncluded = (include: readonly string[]) => (include.length > 0 ? [...include] : ['**']);

/** Clients name all of a type so. For builds they name their repository. */
const every: Partial<Record<Section['resourceType'], string>> = { build: commonBuildRepository, destination: '*', pipeline: '*' };

export const readNames = (type: Section['resourceType'], names: readonly string[]) => names.map((name) => (name === every[type] ? 'ANY' : name));
export const tellNames = (type: Section['resourceType'], names: readonly string[]) => names.map((name) => (name === 'ANY' ? (every[type] ?? name) : name));
