import type { OidcMapping } from '@packhouse/contract/access/access-oidc-routes.ts';

/** One claim that a token must make, and which values of it fit. */
export interface ClaimDraft {
  name: string;
  values: string[];
  /** A value that fields cannot hold, as another client wrote it. */
  kept?: unknown;
}

/** A rule as the form holds it: claims one by one, the rest flat. */
export interface RuleDraft {
  name: string;
  description: string;
  priority: number;
  claims: ClaimDraft[];
  username: string;
  username_pattern: string;
  groups_pattern: string;
  scope: string;
  expires_in: number;
}

export const newClaim = (name = ''): ClaimDraft => ({ name, values: [] });

export const emptyRule: RuleDraft = {
  name: '',
  description: '',
  priority: 1,
  claims: [newClaim('sub')],
  username: '',
  username_pattern: '',
  groups_pattern: '',
  scope: 'applied-permissions/user',
  expires_in: 60,
};

export function makeDraft({ name, description, priority, claims, token_spec: spec }: OidcMapping): RuleDraft {
  return {
    name,
    description,
    priority,
    claims: Object.entries(claims).map(makeClaim),
    username: spec.username ?? '',
    username_pattern: spec.username_pattern ?? '',
    groups_pattern: spec.groups_pattern ?? '',
    scope: spec.scope ?? '',
    expires_in: spec.expires_in,
  };
}

function makeClaim([name, value]: [string, unknown]): ClaimDraft {
  if (typeof value === 'string') return { name, values: [value] };
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  return isList ? { name, values: value } : { name, values: [], kept: value };
}

function readClaims(drafts: readonly ClaimDraft[]): OidcMapping['claims'] {
  const wanted = ({ values, kept }: ClaimDraft) => kept ?? (values.length === 1 ? values[0] : values);
  return Object.fromEntries(drafts.map((draft) => [draft.name.trim(), wanted(draft)])) as OidcMapping['claims'];
}

export function getBody({ claims, username, username_pattern, groups_pattern, scope, expires_in, ...rest }: RuleDraft, before?: OidcMapping): OidcMapping {
  return {
    ...rest,
    claims: readClaims(claims),
    token_spec: { username, username_pattern, groups_pattern, scope, expires_in, audience: before?.token_spec.audience ?? '*@*' },
  };
}

/** The form's name of a field that the server complained about. */
export function getField(path: string): string {
  const [first = '', second] = path.split('.');
  return first === 'token_spec' && second ? second : first;
}
