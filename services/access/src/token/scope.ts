import { type Action, actions, type Grant } from '@packhouse/kernel/access/authorisation.ts';

/** A token may do this at most. */
export interface TokenScope {
  /** All its user may do; the same, and only for administrators; or what members of these groups may do. */
  powers: 'user' | 'administrator' | readonly string[];
  /** What members of a project with these roles may do there; then `powers` are those of no group. */
  roles?: { project: string; names: readonly string[] };
  /** Narrowed to these places. */
  within?: readonly Grant[];
}

const actionLetters: Record<string, Action> = { r: 'read', a: 'annotate', n: 'annotate', w: 'deploy', d: 'delete', m: 'manage' };

/** Splits at the separator, but not inside double quotes, which are taken off. */
function split(text: string, separator: string): string[] | undefined {
  const parts: string[] = [''];
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return quoted ? undefined : parts.filter((part) => part !== '');
}

/** `artifact:<repository>[/<pattern>]:<actions>`, actions being letters (r, w, d, a, m) with commas, or `*`. */
function getPlace(text: string): Grant | undefined {
  const match = /^artifact:(?<name>[^/:]+)(?:\/(?<pattern>[^:]+))?:(?<letters>\*|[rwdanm](?:,[rwdanm])*)$/.exec(text);
  if (!match?.groups) return undefined;
  const { name, pattern, letters } = match.groups as { name: string; pattern?: string; letters: string };
  const granted = letters === '*' ? actions : [...new Set(letters.split(',').map((letter) => actionLetters[letter]!))];
  return {
    permission: text,
    resourceType: 'repository',
    names: [name === '*' ? 'ANY' : name],
    include: pattern ? [pattern] : [],
    exclude: [],
    actions: granted,
    through: 'token scope',
  };
}

/** `applied-permissions/roles:<project>:<role>,<role>`, names with blanks in quotes. */
function getRoles(word: string): TokenScope['roles'] {
  const { project, list } = /^applied-permissions\/roles:(?<project>[^:"]+):(?<list>.+)$/.exec(word)?.groups ?? {};
  const names = list === undefined ? undefined : split(list, ',');
  return project !== undefined && names && names.length > 0 ? { project, names } : undefined;
}

/** Reads a scope as clients write it; undefined when a word of it is not known, since a token must not be wider than was meant. */
export function parseScope(text: string): TokenScope | undefined {
  // Quotes stay for the lists of groups, which come as one word.
  const words = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  let powers: TokenScope['powers'] | undefined;
  let roles: TokenScope['roles'];
  const within: Grant[] = [];
  for (const word of words) {
    const groups = /^(?:applied-permissions\/groups|member-of-groups):(?<list>.+)$/.exec(word)?.groups?.list;
    let next: TokenScope['powers'] | undefined;
    if (word === 'applied-permissions/user' || groups === '*') next = 'user';
    else if (word === 'applied-permissions/admin' || /^jfrt@[^\s:]*:admin$/.test(word)) next = 'administrator';
    else if (groups !== undefined) next = split(groups, ',');
    else if (word.startsWith('applied-permissions/roles:')) {
      roles = getRoles(word);
      if (!roles || powers !== undefined) return undefined;
      powers = [];
      continue;
    } else if (word === 'api:*') continue;
    else {
      const place = getPlace(word);
      if (!place) return undefined;
      within.push(place);
      continue;
    }
    if (next === undefined || powers !== undefined || next.length === 0) return undefined;
    powers = next;
  }
  if (powers === undefined && within.length === 0) return undefined;
  return { powers: powers ?? 'user', ...(roles ? { roles } : {}), ...(within.length > 0 ? { within } : {}) };
}

/** The scope of all that a user may do. */
export const userScope = 'applied-permissions/user';
