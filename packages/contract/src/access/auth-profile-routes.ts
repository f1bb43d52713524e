import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Email, GivenPassword } from './access-names.ts';

const ui = `${prefixes.consoleApi}/ui`;

/** Header with Basic credentials by which a signed-in user proves the password once more. */
export const reauthenticationHeader = 'x-reauthentication';

/** A token's life in seconds; 0 never ends. */
export const ExpiresIn = z
  .number()
  .int()
  .min(0)
  .max(10 * 366 * 86_400);

export const userIdentifyToken = route('userIdentifyToken', {
  summary: 'Make an access token that stands for the user',
  method: 'POST',
  url: `${ui}/userIdentifyToken/:name`,
  access: 'user',
  params: z.object({ name: z.string().min(1).max(200) }),
  body: z.object({
    expiresIn: ExpiresIn.optional(),
    description: z.string().trim().max(200).optional(),
    includeReferenceToken: z.boolean().default(false),
  }),
  reply: z.object({
    token_id: z.string(),
    access_token: z.string(),
    expires_in: z.number().int(),
    scope: z.string(),
    token_type: z.string(),
    reference_token: z.string().optional(),
  }),
});

const Profile = z.object({
  name: z.string(),
  email: z.string(),
  realm: z.string(),
  groups: z.array(z.string()),
  profileUpdatable: z.boolean(),
  /**
   * Where the password is that opens the profile: here, or in a directory (LDAP, Crowd) that is asked. Users who sign in
   * through OAuth, SAML or a proxy have `none`, and for them the empty password opens it.
   */
  password: z.enum(['here', 'directory', 'none']),
  /** Null when the user has none, and while the profile is not opened. */
  apiKey: z.string().nullable(),
});

export const userProfile = route('userProfile', {
  summary: 'The signed-in user’s profile, opened with the password',
  method: 'POST',
  url: `${ui}/userProfile`,
  access: 'user',
  body: z.object({ password: GivenPassword.default('') }),
  reply: Profile,
});

export const updateUserProfile = route('updateUserProfile', {
  summary: 'Change one’s own e-mail address',
  method: 'PUT',
  url: `${ui}/userProfile`,
  access: 'user',
  body: z.object({ password: GivenPassword, email: Email }),
  reply: Profile,
});

const ApiKey = z.object({ apiKey: z.string().nullable() });
const ofUser = z.object({ name: z.string().min(1).max(200) });

export const readApiKey = route('readApiKey', {
  summary: 'The user’s API key; wants the password again',
  method: 'GET',
  url: `${ui}/apiKey/:name`,
  access: 'user',
  params: ofUser,
  reply: ApiKey,
});

export const createApiKey = route('createApiKey', {
  summary: 'Make or replace the user’s API key; wants the password again',
  method: 'POST',
  url: `${ui}/apiKey/:name`,
  access: 'user',
  params: ofUser,
  reply: ApiKey,
});

export const revokeApiKey = route('revokeApiKey', {
  summary: 'Take the user’s API key away; wants the password again',
  method: 'DELETE',
  url: `${ui}/apiKey/:name`,
  access: 'user',
  params: ofUser,
  reply: z.void(),
});
