import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { NewPassword } from './access-names.ts';

const auth = `${prefixes.consoleApi}/ui/auth`;

const User = z.string().trim().min(1, accessRules.enter_your_user_name.en).max(254);
const ByKey = z.object({ key: z.string().min(1).max(200) });

export const forgotPassword = route('forgotPassword', {
  summary: 'Have a key for a new password mailed; answers the same whether or not there is such a user',
  method: 'POST',
  url: `${auth}/forgotPassword`,
  access: 'public',
  /** A user name, or the e-mail address of exactly one user. */
  body: z.object({ user: User }),
  reply: z.void(),
});

export const validateToken = route('validateToken', {
  summary: 'Whether a mailed key can still be used, and whose it is',
  method: 'POST',
  url: `${auth}/validateToken`,
  access: 'public',
  query: ByKey,
  reply: z.object({ user: z.string() }),
});

export const resetPassword = route('resetPassword', {
  summary: 'Choose a new password with a mailed key, which is used up by it',
  method: 'POST',
  url: `${auth}/resetPassword`,
  access: 'public',
  query: ByKey,
  body: z.object({ user: User, password: NewPassword }),
  reply: z.void(),
});
