import type { OidcMapping } from '@packhouse/contract/access-oidc-routes.ts';

/** A rule as the form holds it: claims as text, the rest flat. */
export interface RuleDraft {
  name: string;
  description: string;
  priority: number;
  claims: string;
  username: string;
  username_pattern: string;
  groups_pattern: string;
  scope: string;
  expires_in: number;
}

export const emptyRule: RuleDraft = {
  name: '',
  description: '',
  priority: 1,
  claims: '{\n  "sub": ""\n}',
  username: '',
  username_pattern: '',
  groups_pattern: '',
  scope: 'applied-permissions/user',
  expires_in: 60,
};

export function draftOf({ name, description, priority, claims, token_spec: spec }: OidcMapping): RuleDraft {
  return {
    name,
    description,
    priority,
    claims: JSON.stringify(claims, null, 2),
    username: spec.username ?? '',
    username_pattern: spec.username_pattern ?? '',
    groups_pattern: spec.groups_pattern ?? '',
    scope: spec.scope ?? '',
    expires_in: spec.expires_in,
  };
}

/** The claims of a text, or nothing when it is no JSON object. */
export function claimsOf(text: string): OidcMapping['claims'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as OidcMapping['claims']) : undefined;
  } catch {
    return undefined;
  }
}

export function bodyOf({ claims, username, username_pattern, groups_pattern, scope, expires_in, ...rest }: RuleDraft, before?: OidcMapping): OidcMapping {
  return {
    ...rest,
    claims: claimsOf(claims) ?? {},
    token_spec: { username, username_pattern, groups_pattern, scope, expires_in, audience: before?.token_spec.audience ?? '*@*' },
  };
}

/** The form's name of a field that the server complained about. */
export function fieldOf(path: string): string {
  const [first = '', second] = path.split('.');
  return first === 'token_spec' && second ? second : first;
}
