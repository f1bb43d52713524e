import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { licenceRules } from './licence-rule-words.ts';
import { licenceTypes } from './licence-types.ts';

const licences = `${prefixes.consoleApi}/access/licences`;

/** Names an installed licence. */
const LicenceId = z.string().regex(/^[\w-]{1,100}$/);

export const Licence = z.object({
  /** Its own name, or the sum of its text; empty for the built-in one. */
  id: z.string(),
  type: z.enum(licenceTypes),
  /** 0 to 5; a higher rank allows what a lower one does. */
  rank: z.int(),
  /** For whom it was made out; '' for the built-in one. */
  licensedTo: z.string(),
  issuedAt: Timestamp.nullable(),
  /** Null for one that never ends. */
  expiresAt: Timestamp.nullable(),
  /** So many projects it is meant for, where it says. */
  projects: z.int().nullable(),
  /** The bucket that it was made in. */
  bucket: z.string().nullable(),
  /** Comes with the platform and allows everything; it holds while no other is installed. */
  builtIn: z.boolean(),
  /** `unvouched` when the configured key did not sign it. */
  state: z.enum(['valid', 'expired', 'unvouched']),
  /** The installation has this type because of it. */
  holds: z.boolean(),
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
    .min(1, licenceRules.paste_licence.en)
    .max(maxLicenceLength, licenceRules.licence_too_long.en)
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
  summary: 'Install a signed licence: a JWS in its compact form, signed with Ed25519; of several the highest valid rank holds',
  method: 'POST',
  url: licences,
  access: 'administrator',
  body: LicenceInput,
  reply: Licence,
  status: 201,
});

export const removeLicence = route('removeLicence', {
  summary: 'Remove an installed licence; the built-in one holds again when it was the last',
  method: 'DELETE',
  url: `${licences}/:id`,
  access: 'administrator',
  params: z.object({ id: LicenceId }),
  reply: z.void(),
});

const peerLicences = `${prefixes.access}/api/v1/peer/licences`;
const OrderId = z.string().min(1).max(100);

/** So many licences go with one call. */
export const mostLicencesACall = 500;

const calledByMissionControl = { access: 'peer', purpose: 'mission-control' } as const;

export const listPeerLicences = route('listPeerLicences', {
  ...calledByMissionControl,
  summary: 'The installed licences that have names, for the mission control that attaches some',
  method: 'GET',
  url: peerLicences,
  reply: z.object({ items: z.array(z.object({ jti: z.string(), type: z.string(), bucket: z.string().optional(), expiresAt: z.string().nullable() })) }),
});

export const attachPeerLicences = route('attachPeerLicences', {
  ...calledByMissionControl,
  summary: 'Install the licences of an order of a mission control, all or none; as often as it is asked, once',
  method: 'POST',
  url: peerLicences,
  body: z.strictObject({ order: OrderId, licences: z.array(z.string().max(maxLicenceLength)).min(1).max(mostLicencesACall) }),
  reply: z.object({ installed: z.int() }),
});

export const withdrawPeerLicences = route('withdrawPeerLicences', {
  ...calledByMissionControl,
  summary: 'Remove licences of an order of a mission control; the order installs nothing any more, however late it arrives',
  method: 'POST',
  url: `${peerLicences}/withdraw`,
  body: z.strictObject({ order: OrderId, jtis: z.array(LicenceId).max(mostLicencesACall) }),
  reply: z.object({ withdrawn: z.int() }),
});
