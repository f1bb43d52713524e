import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
}

/** Where a provider is reached: over TLS, except on the machine itself. */
export const WebAddress = z.string().trim().max(2000).refine(isSafeAddress, accessRules.enter_https_address.en);

export const GroupClaim = z.string().trim().max(200).default('groups');

/** A provider is allowed to do this about users and groups. */
export const ExternalRules = z.object({
  /** People who were never here become users at their first sign-in. */
  createUsers: z.boolean().default(true),
  /** Users of the same name who are already here are taken to be the same person. */
  linkExisting: z.boolean().default(false),
  /** Users who come to be at their first sign-in may change their own profile. */
  profileUpdatable: z.boolean().default(false),
  syncGroups: z.boolean().default(false),
  /** The provider's group names → ours; groups whose external id the provider names need no entry. */
  groupMapping: z.record(z.string().min(1).max(500), z.string().min(1).max(100)).default({}),
});

/** Why an outside sign-in ended without a session; the console has words for each. */
export const signInProblems = [
  'no_account',
  'bad_name',
  'name_taken',
  'disabled',
  'no_console',
  'cancelled',
  'expired',
  'no_invitation',
  'unreachable',
  'refused',
] as const;
export type SignInProblem = (typeof signInProblems)[number];

const SignInOptions = z.object({
  /** The sign-in page offers outside providers only. Passwords keep working for clients and for the API. */
  externalOnly: z.boolean(),
  /** Where the sign-in page goes at once: `oauth:<name>`, `saml`, or nowhere. */
  autoRedirect: z.string().max(200),
});
export type SignInOptions = z.output<typeof SignInOptions>;

const options = `${prefixes.consoleApi}/access/sign-in-options`;

export const readSignInOptions = route('readSignInOptions', {
  summary: 'How the sign-in page treats outside providers',
  method: 'GET',
  url: options,
  access: 'administrator',
  reply: SignInOptions,
});

export const updateSignInOptions = route('updateSignInOptions', {
  summary: 'Change how the sign-in page treats outside providers',
  method: 'PUT',
  url: options,
  access: 'administrator',
  body: SignInOptions.partial(),
  reply: SignInOptions,
});
