import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { Accepts, trustPurposes } from '../trust-purposes.ts';
import { trustRules } from './access-trust-rule-words.ts';

const console = `${prefixes.consoleApi}/access/trust`;
const peers = `${prefixes.access}/api/v1/trust`;

/** Seconds in which a pairing token has to be used. */
export const pairingTokenLifetime = 300;

const Purposes = z
  .array(z.enum(trustPurposes))
  .min(1, trustRules.choose_purpose.en)
  .max(trustPurposes.length)
  .transform((all) => [...new Set(all)]);
const DeploymentId = z.string().min(1).max(200);
const DeploymentName = z.string().trim().min(1, trustRules.enter_deployment_name.en).max(100, trustRules.deployment_name_too_long.en);

function isBaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

/** Where a deployment is reached, without a slash at the end. */
export const DeploymentUrl = z
  .string()
  .trim()
  .max(500, trustRules.enter_deployment_address.en)
  .refine(isBaseAddress, trustRules.enter_deployment_address.en)
  .transform((text) => text.replace(/\/+$/, ''));

const PairingToken = z
  .string()
  .trim()
  .min(1, trustRules.paste_pairing_token.en)
  .max(8192, trustRules.pairing_token_too_long.en)
  .transform((text) => text.replace(/\s+/g, ''));

/** Public half of an Ed25519 key. https://www.rfc-editor.org/rfc/rfc8037#section-2 */
export const DeploymentKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().regex(/^[\w-]{43}$/) });
export type DeploymentKey = z.output<typeof DeploymentKey>;

const OwnDeployment = z.object({
  id: z.string(),
  name: z.string(),
  /** Others reach it here; null while nobody has said. */
  url: z.string().nullable(),
  /** Its key in six words, which its console shows to be compared. */
  fingerprint: z.string(),
  keySince: Timestamp,
});
export type OwnDeployment = z.output<typeof OwnDeployment>;

const TrustedDeployment = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  purposes: z.array(z.enum(trustPurposes)),
  accepts: Accepts,
  /** It may be at a private address. */
  allowPrivate: z.boolean(),
  fingerprint: z.string(),
  pairedAt: Timestamp,
  pairedBy: z.string(),
  /** Milliseconds that its clock is ahead of the one here, as last measured. */
  clockOffset: z.number().nullable(),
  clockAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  /** Who ended it: somebody here, or the other deployment. */
  revokedThere: z.boolean(),
  /** It has not been told yet what changed here. */
  toBeTold: z.boolean(),
});
export type TrustedDeployment = z.output<typeof TrustedDeployment>;

const byId = z.object({ id: DeploymentId });

export const listTrustedDeployments = route('listTrustedDeployments', {
  summary: 'This deployment, and those that it trusts or has trusted, by name',
  method: 'GET',
  url: `${console}/deployments`,
  access: 'administrator',
  reply: z.object({ self: OwnDeployment, items: z.array(TrustedDeployment) }),
});

export const NewPairingToken = z.object({
  purposes: Purposes,
  /** The deployment that will come with it may be at a private address. */
  allowPrivate: z.boolean().default(false),
});

export const createPairingToken = route('createPairingToken', {
  summary: 'Make a token with which another deployment pairs itself with this one, once within five minutes; it is answered this once',
  method: 'POST',
  url: `${console}/tokens`,
  access: 'administrator',
  body: NewPairingToken,
  reply: z.object({ token: z.string(), expiresAt: Timestamp, fingerprint: z.string(), url: z.string() }),
  status: 201,
});

export const inspectPairingToken = route('inspectPairingToken', {
  summary: 'What a pairing token would pair this deployment with; nobody is contacted',
  method: 'POST',
  url: `${console}/inspect`,
  access: 'administrator',
  body: z.object({ token: PairingToken }),
  reply: z.object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    fingerprint: z.string(),
    purposes: z.array(z.enum(trustPurposes)),
    expiresAt: Timestamp,
  }),
  status: 200,
});
export type InspectedToken = z.output<typeof inspectPairingToken.reply>;

export const NewTrustedDeployment = z.object({
  token: PairingToken,
  /** What it is called here; its own name when empty. */
  name: z.string().trim().max(100, trustRules.deployment_name_too_long.en).default(''),
  allowPrivate: z.boolean().default(false),
});

export const pairDeployment = route('pairDeployment', {
  summary: 'Pair with the deployment that made this token: each trusts the other from then on',
  method: 'POST',
  url: `${console}/deployments`,
  access: 'administrator',
  body: NewTrustedDeployment,
  reply: TrustedDeployment,
  status: 201,
});

export const TrustedDeploymentChange = z.object({
  name: DeploymentName,
  url: DeploymentUrl,
  allowPrivate: z.boolean(),
  accepts: Accepts,
});

export const updateTrustedDeployment = route('updateTrustedDeployment', {
  summary: 'Change what a trusted deployment is called here, where it is reached, and what is accepted from it',
  method: 'PUT',
  url: `${console}/deployments/:id`,
  access: 'administrator',
  params: byId,
  body: TrustedDeploymentChange,
  reply: TrustedDeployment,
});

export const revokeTrustedDeployment = route('revokeTrustedDeployment', {
  summary: 'End the trust in a deployment at once; it is told when it can be reached',
  method: 'POST',
  url: `${console}/deployments/:id/revoke`,
  access: 'administrator',
  params: byId,
  reply: TrustedDeployment,
});

export const forgetTrustedDeployment = route('forgetTrustedDeployment', {
  summary: 'Remove a deployment that is not trusted any more from the list, with its keys',
  method: 'DELETE',
  url: `${console}/deployments/:id`,
  access: 'administrator',
  params: byId,
  reply: z.void(),
});

export const checkTrustedDeployment = route('checkTrustedDeployment', {
  summary: 'Whether a trusted deployment answers a signed call, and how its clock goes',
  method: 'POST',
  url: `${console}/deployments/:id/check`,
  access: 'administrator',
  params: byId,
  reply: Said.extend({ reachable: z.boolean(), version: z.string().optional() }),
});
export type DeploymentCheck = z.output<typeof checkTrustedDeployment.reply>;

export const rotateDeploymentKey = route('rotateDeploymentKey', {
  summary: 'Take a new key; every trusted deployment is told of it under the old one, which holds there for seven more days',
  method: 'POST',
  url: `${console}/key/rotate`,
  access: 'administrator',
  reply: OwnDeployment,
});

/** A signed text; what it holds is read when its signature has been checked. */
const Signed = z.string().max(16_384);

export const acceptPairing = route('acceptPairing', {
  summary: 'Another deployment comes with a pairing token of this one and proves its key; the answer, signed, holds the keys of this one',
  method: 'POST',
  url: `${peers}/pair`,
  access: 'public',
  asksNobody: true,
  body: z.object({ token: Signed, proof: Signed }),
  reply: z.object({ answer: Signed }),
  status: 200,
});

export const greetPeer = route('greetPeer', {
  summary: 'A trusted deployment asks whether it is one',
  method: 'GET',
  url: `${peers}/ping`,
  access: 'peer',
  reply: z.object({ id: z.string(), version: z.string() }),
});

export const introducePeer = route('introducePeer', {
  summary: 'A trusted deployment says where it is reached now, and which key it signs with from now on',
  method: 'PUT',
  url: `${peers}/introduction`,
  access: 'peer',
  body: z.object({
    url: DeploymentUrl.optional(),
    /** Signed with the new key, which stands in it, over a text signed with the one before. */
    key: Signed.optional(),
  }),
  reply: z.void(),
});

export const endTrust = route('endTrust', {
  summary: 'A trusted deployment says that it trusts this one no longer',
  method: 'POST',
  url: `${peers}/end`,
  access: 'peer',
  reply: z.void(),
});
