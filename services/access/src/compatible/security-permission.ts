import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import type { SecurityPermission, SecurityPermissionPart } from '@packhouse/contract/access/access-security-routes.ts';
import type { Action } from '@packhouse/kernel/access/authorisation.ts';

type Section = Permission['sections'][number];
type Principals = Record<string, string[]>;

// Rights over scan results and over distribution belong to services of their own; here they have no meaning and are passed over.
const ours: Record<string, Action> = { read: 'read', write: 'deploy', annotate: 'annotate', delete: 'delete', manage: 'manage' };
const theirs: Record<Action, string> = { read: 'read', deploy: 'write', annotate: 'annotate', delete: 'delete', manage: 'manage' };

const parts = { repo: 'repository', build: 'build', releaseBundle: 'releaseBundle' } as const;
/** The repository that clients name when they mean builds. */
const buildRepository = 'artifactory-build-info';

function makePrincipals(given: Principals | null | undefined): Section['users'] {
  return Object.entries(given ?? {})
    .map(([name, words]) => ({ name, actions: words.map((word) => ours[word]).filter((action) => action !== undefined) }))
    .filter(({ actions }) => actions.length > 0);
}

const patterns = (given: readonly string[] | null | undefined) => (given ?? []).filter((pattern) => pattern !== '' && pattern !== '**');

function findSection(resourceType: Section['resourceType'], part: SecurityPermissionPart): Section {
  const names = (part.repositories ?? []).map((name) => (resourceType === 'build' && name === buildRepository ? 'ANY' : name));
  return {
    resourceType,
    names: names.filter((name) => name !== 'ANY DISTRIBUTION'),
    include: patterns(part['include-patterns']),
    exclude: (part['exclude-patterns'] ?? []).filter((pattern) => pattern !== ''),
    users: makePrincipals(part.actions?.users),
    groups: makePrincipals(part.actions?.groups),
  };
}

/** A permission in our words: one section for each part. */
export function fromSecurityPermission(given: SecurityPermission): Section[] {
  return (Object.keys(parts) as (keyof typeof parts)[]).flatMap((key) => {
    const part = given[key];
    return part ? [findSection(parts[key], part)] : [];
  });
}

const readWords = (principals: Section['users']): Principals =>
  Object.fromEntries(principals.map(({ name, actions }) => [name, actions.map((action) => theirs[action])]));

/** A permission in the clients' words; of several sections of one type they can see the first only. */
export function toSecurityPermission(permission: Permission): SecurityPermission {
  const found: SecurityPermission = { name: permission.name };
  for (const key of Object.keys(parts) as (keyof typeof parts)[]) {
    const section = permission.sections.find(({ resourceType }) => resourceType === parts[key]);
    if (!section) continue;
    found[key] = {
      'include-patterns': section.include.length > 0 ? section.include : ['**'],
      'exclude-patterns': section.exclude,
      repositories: section.names.map((name) => (key === 'build' && name === 'ANY' ? buildRepository : name)),
      actions: { users: readWords(section.users), groups: readWords(section.groups) },
    };
  }
  return found;
}
