import type { FirstPermission } from '@packhouse/contract/access/access-compatible-permission-routes.ts';
import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import type { SecurityPermission, SecurityPermissionPart } from '@packhouse/contract/access/access-security-routes.ts';
import {
  letters,
  readExcluded,
  readIncluded,
  readNames,
  readPrincipals,
  type Section,
  tellIncluded,
  tellNames,
  tellPrincipals,
  words,
} from './permission-words.ts';

const parts = { repo: 'repository', build: 'build', releaseBundle: 'releaseBundle' } as const;
const keys = Object.keys(parts) as (keyof typeof parts)[];

/** Whether this spelling cannot tell a section. */
export const isUnspoken = ({ resourceType }: Section) => keys.every((key) => parts[key] !== resourceType);

function readSection(key: keyof typeof parts, part: SecurityPermissionPart): Section {
  return {
    resourceType: parts[key],
    names: readNames(parts[key], part.repositories ?? []),
    include: readIncluded(part['include-patterns']),
    exclude: readExcluded(part['exclude-patterns']),
    ...readPrincipals(part.actions, words, `${key}.actions`),
  };
}

/** A permission in our words: one section for each part. */
export function fromSecurityPermission(given: SecurityPermission): Section[] {
  return keys.flatMap((key) => {
    const part = given[key];
    return part ? [readSection(key, part)] : [];
  });
}

/** A permission in the clients' words; of several sections of one type they can see the first only. */
export function toSecurityPermission(permission: Permission): SecurityPermission {
  const found: SecurityPermission = { name: permission.name };
  for (const key of keys) {
    const section = permission.sections.find(({ resourceType }) => resourceType === parts[key]);
    if (!section) continue;
    found[key] = {
      'include-patterns': tellIncluded(section.include),
      'exclude-patterns': section.exclude,
      repositories: tellNames(parts[key], section.names),
      actions: tellPrincipals(section, words),
    };
  }
  return found;
}

const readPatterns = (text: string | null | undefined) => (text ?? '').split(',').map((pattern) => pattern.trim());

/** The section on repositories that the first spelling says. */
export function fromFirstPermission(given: FirstPermission): Section {
  return {
    resourceType: 'repository',
    names: given.repositories ?? [],
    include: readIncluded(readPatterns(given.includesPattern)),
    exclude: readExcluded(readPatterns(given.excludesPattern)),
    ...readPrincipals(given.principals, letters, 'principals'),
  };
}

/** In the first spelling a permission is about repositories only. */
export function toFirstPermission({ name, sections }: Permission): FirstPermission {
  const section = sections.find(({ resourceType }) => resourceType === 'repository');
  return {
    name,
    includesPattern: tellIncluded(section?.include ?? []).join(','),
    excludesPattern: section?.exclude.join(',') ?? '',
    repositories: section?.names ?? [],
    principals: tellPrincipals(section ?? { users: [], groups: [] }, letters),
  };
}
