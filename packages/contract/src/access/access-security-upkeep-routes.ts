// Locked users and passwords that expire, in the spelling of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { AccessSettings } from './access-setting-routes.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const compatible = { provenBy: [proofs.securityUpkeep] };

const security = `${prefixes.repositories}/api/security`;
const byName = z.object({ name: z.string().min(1).max(200) });
const Secret = z.string().min(1).max(4096);

export const listLockedUsers = route('listLockedUsers', {
  summary: 'Names of users who must wait before they may try a password again',
  method: 'GET',
  url: `${security}/lockedUsers`,
  access: 'administrator',
  reply: z.array(z.string()),
  compatible,
});

export const unlockSecurityUser = route('unlockSecurityUser', {
  summary: 'Let a user try again at once',
  method: 'POST',
  url: `${security}/unlockUsers/:name`,
  access: 'administrator',
  params: byName,
  reply: z.string(),
  compatible,
});

export const unlockSecurityUsers = route('unlockSecurityUsers', {
  summary: 'Let all users try again at once',
  method: 'POST',
  url: `${security}/unlockAllUsers`,
  access: 'administrator',
  reply: z.string(),
  compatible,
});

export const changeSecurityPassword = route('changeSecurityPassword', {
  summary: 'Change a password, proving the old one',
  method: 'POST',
  url: `${security}/users/authorization/changePassword`,
  access: 'public',
  body: z.strictObject({ userName: z.string().min(1).max(200), oldPassword: Secret, newPassword1: Secret, newPassword2: Secret }),
  reply: z.string(),
  compatible,
});

export const expireSecurityPassword = route('expireSecurityPassword', {
  summary: 'Have a user choose a new password',
  method: 'POST',
  url: `${security}/users/authorization/expirePassword/:name`,
  access: 'administrator',
  params: byName,
  reply: z.string(),
  compatible,
});

const UserLockPolicy = z
  .strictObject({
    enabled: z.boolean(),
    /** Wrong passwords in a row; kept while it is off, too. */
    loginAttempts: AccessSettings.shape.lockAfterFailures,
  })
  .refine(({ enabled, loginAttempts }) => !enabled || loginAttempts > 0, { path: ['loginAttempts'], message: accessSettingRules.enter_1_or_more.en });

export const readUserLockPolicy = route('readUserLockPolicy', {
  summary: 'After how many wrong passwords users are locked',
  method: 'GET',
  url: `${security}/userLockPolicy`,
  access: 'administrator',
  reply: UserLockPolicy,
  compatible,
});

export const changeUserLockPolicy = route('changeUserLockPolicy', {
  summary: 'Say after how many wrong passwords users are locked',
  method: 'PUT',
  url: `${security}/userLockPolicy`,
  access: 'administrator',
  body: UserLockPolicy,
  reply: UserLockPolicy,
  compatible: { ...compatible, note: 'locked users stay so until they are unlocked, when it is switched off too' },
});

const PasswordExpirationPolicy = z.strictObject({
  enabled: z.boolean(),
  /** Days; kept while it is off, too. */
  passwordMaxAge: AccessSettings.shape.passwordExpiryDays.min(1),
  notifyByEmail: z.boolean().default(false),
});

export const readPasswordExpirationPolicy = route('readPasswordExpirationPolicy', {
  summary: 'When passwords expire',
  method: 'GET',
  url: `${security}/configuration/passwordExpirationPolicy`,
  access: 'administrator',
  reply: PasswordExpirationPolicy,
  compatible,
});

export const changePasswordExpirationPolicy = route('changePasswordExpirationPolicy', {
  summary: 'Say when passwords expire',
  method: 'PUT',
  url: `${security}/configuration/passwordExpirationPolicy`,
  access: 'administrator',
  body: PasswordExpirationPolicy,
  reply: PasswordExpirationPolicy,
  compatible: { ...compatible, note: '`notifyByEmail` is refused: nobody is written to before a password expires' },
});
