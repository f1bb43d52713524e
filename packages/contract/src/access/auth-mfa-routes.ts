import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { GivenPassword } from './access-names.ts';
import { UserData } from './auth-sign-in-routes.ts';

const auth = `${prefixes.consoleApi}/ui/auth`;
const accessAuth = `${prefixes.consoleApi}/access/auth`;
const own = `${auth}/mfa/own`;

/** A code of the authenticator, six digits, or one of the recovery codes; spaces and dashes do not matter. */
const OneTimeCode = z
  .string()
  .trim()
  .min(1, accessRules.enter_code.en)
  .max(40, accessRules.enter_code.en)
  .regex(/^[a-z0-9\s-]+$/i, accessRules.enter_code.en);

/** An authenticator needs this: the secret, the same as an `otpauth:` address, and that as a QR code (a `data:` address of an SVG). */
export const Enrolment = z.object({ authenticator: z.literal('google'), secret: z.string(), uri: z.string(), qrCode: z.string() });
export type Enrolment = z.output<typeof Enrolment>;

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const mfaEnroll = route('mfaEnroll', {
  summary: 'The secret for an authenticator, for somebody who proved the password and has none yet',
  method: 'GET',
  url: `${auth}/mfa/enroll`,
  access: 'public',
  reply: Enrolment,
});

export const accessMfaEnroll = route('accessMfaEnroll', {
  summary: 'The secret for an authenticator, second spelling',
  method: 'GET',
  url: `${accessAuth}/mfa/enroll`,
  access: 'public',
  reply: Enrolment,
});

const Verify = z.object({ authenticator: z.string().max(20).default('google'), otp: OneTimeCode });
/** Recovery codes come with the first code of a new authenticator only. */
const Verified = UserData.extend({ recoveryCodes: z.array(z.string()).optional() });

export const mfaVerify = route('mfaVerify', {
  summary: 'Complete a sign-in with the code of the authenticator; answers with a session cookie',
  method: 'POST',
  url: `${auth}/mfa/verify`,
  access: 'public',
  body: Verify,
  reply: Verified,
});

export const accessMfaVerify = route('accessMfaVerify', {
  summary: 'Complete a sign-in, second spelling',
  method: 'POST',
  url: `${accessAuth}/mfa/verify`,
  access: 'public',
  body: Verify,
  reply: Verified,
});

export const readOwnSecondFactor = route('readOwnSecondFactor', {
  summary: 'Whether the signed-in user has a second factor',
  method: 'GET',
  url: own,
  access: 'user',
  reply: z.object({ enabled: z.boolean(), required: z.boolean(), recoveryCodesLeft: z.number().int() }),
});

export const beginOwnSecondFactor = route('beginOwnSecondFactor', {
  summary: 'Begin to set up one’s own second factor; wants the password',
  method: 'POST',
  url: `${own}/begin`,
  access: 'user',
  body: z.object({ password: GivenPassword }),
  reply: Enrolment,
});

export const confirmOwnSecondFactor = route('confirmOwnSecondFactor', {
  summary: 'Turn one’s own second factor on with its first code; answers the recovery codes, once',
  method: 'POST',
  url: `${own}/confirm`,
  access: 'user',
  body: z.object({ otp: OneTimeCode }),
  reply: RecoveryCodes,
});

const Proof = z.object({ password: GivenPassword, otp: OneTimeCode });

export const renewRecoveryCodes = route('renewRecoveryCodes', {
  summary: 'Replace one’s own recovery codes; wants the password and a code',
  method: 'POST',
  url: `${own}/recovery-codes`,
  access: 'user',
  body: Proof,
  reply: RecoveryCodes,
});

export const disableOwnSecondFactor = route('disableOwnSecondFactor', {
  summary: 'Turn one’s own second factor off; wants the password and a code',
  method: 'POST',
  url: `${own}/disable`,
  access: 'user',
  body: Proof,
  reply: z.void(),
});

export const resetSecondFactor = route('resetSecondFactor', {
  summary: 'Take a user’s second factor away, who has lost it',
  method: 'DELETE',
  url: `${prefixes.consoleApi}/access/users/:name/second-factor`,
  access: 'administrator',
  params: z.object({ name: z.string().min(1).max(200) }),
  reply: z.void(),
});
