import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';
import { licenceTypes } from './licence-types.ts';

const licences = `${prefixes.consoleApi}/access/licences`;

export const Licence = z.object({
  type: z.enum(licenceTypes),
  /** 0 to 5; a higher rank allows what a lower one does. */
  rank: z.int(),
  /** For whom it was made out; '' for the built-in one. */
  licensedTo: z.string(),
  issuedAt: Timestamp.nullable(),
  /** Null for one that never ends. */
  expiresAt: Timestamp.nullable(),
  /** Comes with the platform and allows everything; it holds while no other is installed. */
  builtIn: z.boolean(),
  state: z.enum(['valid', 'expired']),
  /** The installation that it is installed on. */
  node: z.string(),
});
export type Licence = z.output<typeof Licence>;

/** Longest licence that is looked at. */
const maxLicenceLength = 16_384;

export const LicenceInput = z.object({
  licence: z
    .string()
    .trim()
    .min(1, accessSettingRules.paste_licence.en)
    .max(maxLicenceLength, accessSettingRules.licence_too_long.en)
    .transform((text) => text.replace(/\s+/g, '')),
});

export const listLicences = route('listLicences', {
  summary: 'The licences installed, the built-in one where there is no other; and whether signed ones can be installed here',
  method: 'GET',
  url: licences,
  access: 'administrator',
  reply: z.object({ items: z.array(Licence), installable: z.boolean() }),
});

export const installLicence = route('installLicence', {
  summary: 'Install a signed licence: a JWS in its compact form, signed with Ed25519; it takes the place of the one before',
  method: 'POST',
  url: licences,
  access: 'administrator',
  body: LicenceInput,
  reply: Licence,
  status: 201,
});

export const removeLicence = route('removeLicence', {
  summary: 'Remove the installed licence; the built-in one holds again',
  method: 'DELETE',
  url: licences,
  access: 'administrator',
  reply: z.void(),
});
