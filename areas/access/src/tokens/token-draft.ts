import type { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import type { RouteInput } from '@packhouse/contract/route.ts';
import { getScope, type ScopeDraft } from './token-scope.ts';

/** A wish for a token as the form holds it. */
export interface TokenDraft extends ScopeDraft {
  userName: string;
  description: string;
  /** Seconds as text, `custom` for a number of days, `0` for ever. */
  life: string;
  days: number;
  refreshable: boolean;
  includeReferenceToken: boolean;
}

const day = 86_400;
export const lives = ['3600', `${day}`, `${30 * day}`, `${90 * day}`, `${365 * day}`, 'custom', '0'] as const;

export function newDraft(userName: string): TokenDraft {
  return {
    userName,
    description: '',
    life: `${90 * day}`,
    days: 180,
    powers: 'user',
    groups: [],
    repository: '',
    pattern: '',
    actions: ['read'],
    refreshable: false,
    includeReferenceToken: true,
  };
}

export function getSeconds({ life, days }: Pick<TokenDraft, 'life' | 'days'>): number {
  return life === 'custom' ? Math.round(days * day) : Number(life);
}

/** The body that makes the token. Whom it is for is said only when it is somebody else. */
export function getInput(draft: TokenDraft, ownName: string): RouteInput<typeof createToken>['body'] {
  const { userName, description, refreshable, includeReferenceToken } = draft;
  return {
    ...(userName === ownName || userName === '' ? {} : { userName }),
    description,
    scope: getScope(draft),
    expiresIn: getSeconds(draft),
    refreshable,
    includeReferenceToken,
  };
}

/** The form's name of a field that the server complained about. */
export function getField(path: string): string {
  if (path === 'expiresIn') return 'life';
  return path === 'scope' ? 'powers' : path;
}
