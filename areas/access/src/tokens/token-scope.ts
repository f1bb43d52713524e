import type { Action } from '../permissions/permission-draft.ts';

/** A token is limited to this, as the form holds it. */
export interface ScopeDraft {
  powers: 'user' | 'administrator' | 'groups' | 'repository';
  groups: readonly string[];
  repository: string;
  pattern: string;
  actions: readonly Action[];
}

const letters: Record<Action, string> = { read: 'r', annotate: 'a', deploy: 'w', delete: 'd', manage: 'm' };
const actionByLetter = Object.fromEntries(Object.entries(letters).map(([action, letter]) => [letter, action])) as Record<string, Action>;

const quoted = (name: string) => (/[\s,]/.test(name) ? `"${name}"` : name);

/** The scope as the server reads it. */
export function getScope({ powers, groups, repository, pattern, actions }: ScopeDraft): string {
  if (powers === 'groups') return `applied-permissions/groups:${groups.map(quoted).join(',')}`;
  if (powers === 'administrator') return 'applied-permissions/admin';
  if (powers === 'user') return 'applied-permissions/user';
  const place = pattern.trim() === '' ? repository : `${repository}/${pattern.trim().replace(/^\/+/, '')}`;
  return `artifact:${place}:${actions.map((action) => letters[action]).join(',')}`;
}

/** A scope in parts that can be put into words; what is not known stays as it is written. */
export type ScopePart =
  | { kind: 'user' }
  | { kind: 'administrator' }
  | { kind: 'groups'; names: string }
  | { kind: 'repository'; place: string; actions: readonly Action[] }
  | { kind: 'other'; text: string };

const everyAction = Object.keys(letters) as Action[];

function makePart(word: string): ScopePart {
  if (word === 'applied-permissions/user') return { kind: 'user' };
  if (word === 'applied-permissions/admin') return { kind: 'administrator' };
  const groups = /^(?:applied-permissions\/groups|member-of-groups):(?<names>.+)$/.exec(word)?.groups;
  if (groups) return { kind: 'groups', names: (groups.names ?? '').replaceAll('"', '').replaceAll(',', ', ') };
  const place = /^artifact:(?<place>[^:]+):(?<letters>\*|[a-z,]+)$/.exec(word)?.groups;
  if (!place) return { kind: 'other', text: word };
  const actions = place.letters === '*' ? everyAction : (place.letters ?? '').split(',').flatMap((letter) => actionByLetter[letter] ?? []);
  return { kind: 'repository', place: place.place ?? '', actions };
}

export function scopeParts(scope: string): ScopePart[] {
  return (scope.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map(makePart);
}
