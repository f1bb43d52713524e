import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { problemWords } from '../problem-words.ts';

/** The visitor nobody knows; permissions may name it like a user. */
export const anonymousUser = 'anonymous';

/** User names are kept in lower case: clients change the case before they send them. */
export const UserName = z
  .string()
  .trim()
  .min(1, accessRules.enter_user_name.en)
  .max(100, accessRules.user_name_too_long.en)
  .transform((name) => name.normalize('NFC').toLowerCase())
  .refine((name) => /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._@+-]*$/u.test(name), accessRules.user_name_characters.en);

export const GroupName = z
  .string()
  .trim()
  .min(1, accessRules.enter_group_name.en)
  .max(100, accessRules.group_name_too_long.en)
  .transform((name) => name.normalize('NFC'))
  .refine((name) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+-]*$/u.test(name), accessRules.group_name_characters.en);

export const PermissionName = z
  .string()
  .trim()
  .min(1, accessRules.enter_permission_name.en)
  .max(100, accessRules.permission_name_too_long.en)
  .transform((name) => name.normalize('NFC'))
  .refine((name) => !/[\p{Cc}/\\|?*"<>]/u.test(name), accessRules.characters_refused.en);

/** Longest password that is looked at; more would only cost time to hash. */
export const maxPasswordLength = 256;

/** A password that somebody chooses. */
export const NewPassword = z
  .string()
  .min(8)
  .max(maxPasswordLength)
  .regex(/\p{Lu}/u, accessRules.use_upper_case_letter.en)
  .regex(/\p{Ll}/u, accessRules.use_lower_case_letter.en)
  .regex(/\p{Nd}/u, accessRules.use_digit.en);

/** A password that somebody types to prove who they are: no rule but its length. */
export const GivenPassword = z.string().max(4096);

/** Domains of one part, or that end in one letter, are taken: machines are called so inside of a network. */
export const EmailAddress = z.email({ pattern: z.regexes.html5Email, error: problemWords.enter_email_address.en }).max(254);

export const Email = z.union([z.literal(''), EmailAddress]);

export const Description = z.string().trim().max(1000);
