import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { ExpiresIn } from './auth-profile-routes.ts';

const tokens = `${prefixes.consoleApi}/access/tokens`;

export const AccessToken = z.object({
  id: z.string(),
  userName: z.string(),
  description: z.string(),
  scope: z.string(),
  refreshable: z.boolean(),
  hasReferenceToken: z.boolean(),
  createdBy: z.string(),
  issuedAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
});
export type AccessToken = z.output<typeof AccessToken>;

export const listTokens = route('listTokens', {
  summary: 'Access tokens, newest first; one’s own, or everybody’s for administrators',
  method: 'GET',
  url: tokens,
  access: 'user',
  query: PageQuery.extend({ user: z.string().max(200).optional() }),
  reply: getPage(AccessToken),
});

export const createToken = route('createToken', {
  summary: 'Make an access token; its text is answered this once',
  method: 'POST',
  url: tokens,
  access: 'user',
  body: z.object({
    /** Whom it stands for; oneself unless an administrator says otherwise. */
    userName: z.string().max(200).optional(),
    description: z.string().trim().max(200).default(''),
    /** `applied-permissions/user` (unless said), `applied-permissions/admin` or `applied-permissions/groups:a,b`; a token's own when asked for with one. */
    scope: z.string().trim().min(1).max(2000).optional(),
    expiresIn: ExpiresIn.optional(),
    refreshable: z.boolean().default(false),
    includeReferenceToken: z.boolean().default(false),
  }),
  reply: AccessToken.extend({
    accessToken: z.string(),
    referenceToken: z.string().nullable(),
    refreshToken: z.string().nullable(),
  }),
  status: 201,
});

export const revokeToken = route('revokeToken', {
  summary: 'Revoke an access token',
  method: 'DELETE',
  url: `${tokens}/:id`,
  access: 'user',
  params: z.object({ id: z.string().min(1).max(100) }),
  reply: z.void(),
});
