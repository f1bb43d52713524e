import { z } from 'zod';

/** The visitor nobody knows; permissions may name it like a user. */
export const anonymousUser = 'anonymous';

/** User names are kept in lower case: clients change the case before they send them. */
export const UserName = z
  .string()
  .trim()
  .min(1, 'Enter a user name')
  .max(100, 'A user name has at most 100 characters')
  .transform((name) => name.normalize('NFC').toLowerCase())
  .refine((name) => /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._@+-]*$/u.test(name), 'Use letters, digits and . _ - @ + only, beginning with a letter or digit');

export const GroupName = z
  .string()
  .trim()
  .min(1, 'Enter a group name')
  .max(100, 'A group name has at most 100 characters')
  .transform((name) => name.normalize('NFC'))
  .refine((name) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+-]*$/u.test(name), 'Use letters, digits, spaces and . _ - @ + only, beginning with a letter or digit');

export const PermissionName = z
  .string()
  .trim()
  .min(1, 'Enter a permission name')
  .max(100, 'A permission name has at most 100 characters')
  .transform((name) => name.normalize('NFC'))
  .refine((name) => !/[\p{Cc}/\\|?*"<>]/u.test(name), 'These characters cannot be used: / \\ | ? * " < >');

/** Longest password that is looked at; more would only cost time to hash. */
export const maxPasswordLength = 256;

/** A password that somebody chooses. */
export const NewPassword = z
  .string()
  .min(8, 'Use at least 8 characters')
  .max(maxPasswordLength, `Use at most ${maxPasswordLength} characters`)
  .regex(/\p{Lu}/u, 'Use at least one upper-case letter')
  .regex(/\p{Ll}/u, 'Use at least one lower-case letter')
  .regex(/\p{Nd}/u, 'Use at least one digit');

/** A password that somebody types to prove who they are: no rule but its length. */
export const GivenPassword = z.string().max(4096);

export const Email = z.union([z.literal(''), z.email('Enter a valid e-mail address').max(254)]);

export const Description = z.string().trim().max(1000, 'Use at most 1000 characters');
