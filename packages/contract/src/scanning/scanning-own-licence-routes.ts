// Licences that people here describe, because no list of licences has them.
import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { scanningRules } from './scanning-words.ts';

const base = `${prefixes.consoleApi}/xray/ui/licenses/own`;

const Stated = z.string().trim().min(1).max(200);

export const OwnLicenceInput = z.strictObject({
  /** Policies name it so. */
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,99}$/, scanningRules.name_issue.en),
  full_name: z.string().trim().max(200).default(''),
  /** What packages write when they mean it, in any case of letters; its name counts without being listed. */
  spellings: z.array(Stated).max(50).default([]),
  url: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: scanningRules.give_web_address.en }).max(2000)]).default(''),
});
export type OwnLicenceInput = z.output<typeof OwnLicenceInput>;

const OwnLicence = OwnLicenceInput.extend({
  author: z.string(),
  modified: z.iso.datetime(),
  /** Versions that state it. */
  versions: z.int(),
});
export type OwnLicence = z.output<typeof OwnLicence>;

const params = z.object({ name: z.string().min(1).max(100) });

export const listOwnLicences = route('listOwnLicences', {
  summary: 'Licences that were described here, by name',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: z.object({ data: z.array(OwnLicence), total_count: z.int() }),
});
export const createOwnLicence = route('createOwnLicence', {
  summary: 'Describes a licence; versions that state it are judged again',
  method: 'POST',
  url: base,
  access: 'administrator',
  body: OwnLicenceInput,
  reply: OwnLicence,
  status: 201,
});
export const changeOwnLicence = route('changeOwnLicence', {
  summary: 'Describes a licence otherwise; versions that state it, or did, are judged again',
  method: 'PUT',
  url: `${base}/:name`,
  access: 'administrator',
  params,
  body: OwnLicenceInput,
  reply: OwnLicence,
});
export const deleteOwnLicence = route('deleteOwnLicence', {
  summary: 'Takes a licence back that was described here; versions that state it are judged again',
  method: 'DELETE',
  url: `${base}/:name`,
  access: 'administrator',
  params,
  reply: z.void(),
});
