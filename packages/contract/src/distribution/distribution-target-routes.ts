import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { HeaderToken } from '../repositories/header-token.ts';
import { UpstreamUrl } from '../repositories/repository-settings.ts';
import { repositoryRules } from '../repositories/repository-words.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { distributionRules } from './distribution-rule-words.ts';
import { releaseBundleApi } from './release-bundle-routes.ts';

const targets = `${releaseBundleApi}/targets`;
const Named = z.object({ name: z.string().max(64) });

const TargetName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, repositoryRules.bundle_name_characters.en);

const place = {
  /** Rules of distribution call it this; any of them may be ''. */
  site: z.string().trim().max(200).default(''),
  city: z.string().trim().max(200).default(''),
  /** Of two letters, as in ISO 3166. */
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?:[A-Z]{2})?$/, distributionRules.give_country_code.en)
    .default(''),
};

/** Another platform deployment that takes release bundles. Its token is never answered. */
export const DistributionTarget = z.object({
  name: z.string(),
  url: z.string(),
  site: z.string(),
  city: z.string(),
  country: z.string(),
  allowPrivate: z.boolean(),
  /** The paired deployment that it is, by the name that it has here; it is called under signatures, without an access token. */
  deployment: z.string().optional(),
  createdAt: Timestamp,
  createdBy: z.string(),
  modifiedAt: Timestamp,
});
export type DistributionTarget = z.output<typeof DistributionTarget>;

const settings = {
  /** Base address of the other deployment, as its users open it. */
  url: UpstreamUrl,
  ...place,
  /** It may be at a private address. */
  allowPrivate: z.boolean().default(false),
};
export const NewDistributionTarget = z.strictObject({
  name: TargetName,
  ...settings,
  /** Access token of the other deployment; written only. */
  token: HeaderToken.min(1, distributionRules.enter_access_token.en).max(10_000),
});
export const DistributionTargetChange = z.strictObject({
  ...settings,
  /** Absent keeps the present one, which only the same address may be shown. */
  token: HeaderToken.min(1).max(10_000).optional(),
});

/** A test of the connection found this. */
export const TargetCheck = z.object({
  reachable: z.boolean(),
  /** In words, for the person who asked. */
  ...Said.shape,
  /** Of the target's distribution service. */
  version: z.string().optional(),
  /** Whom the token stands for there. */
  user: z.string().optional(),
  /** The target trusts the key that signs here at present. */
  trustsKey: z.boolean().optional(),
});
export type TargetCheck = z.output<typeof TargetCheck>;

export const listDistributionTargets = route('listDistributionTargets', {
  summary: 'Platform deployments that release bundles can be sent to',
  method: 'GET',
  url: targets,
  access: 'administrator',
  reply: z.object({ items: z.array(DistributionTarget) }),
});

export const createDistributionTarget = route('createDistributionTarget', {
  summary: 'Add a target',
  method: 'POST',
  url: targets,
  access: 'administrator',
  body: NewDistributionTarget,
  reply: DistributionTarget,
  status: 201,
});

export const updateDistributionTarget = route('updateDistributionTarget', {
  summary: 'Change a target; another address needs its token again',
  method: 'PUT',
  url: `${targets}/:name`,
  access: 'administrator',
  params: Named,
  body: DistributionTargetChange,
  reply: DistributionTarget,
});

export const deleteDistributionTarget = route('deleteDistributionTarget', {
  summary: 'Forget a target; what it received stays there',
  method: 'DELETE',
  url: `${targets}/:name`,
  access: 'administrator',
  params: Named,
  reply: z.void(),
});

export const testDistributionTarget = route('testDistributionTarget', {
  summary: 'Ask a target that is kept whether it answers and takes the token',
  method: 'POST',
  url: `${targets}/:name/test`,
  access: 'administrator',
  params: Named,
  reply: TargetCheck,
});

export const testNewDistributionTarget = route('testNewDistributionTarget', {
  summary: 'The same for one that is not kept yet',
  method: 'POST',
  url: `${releaseBundleApi}/test_target`,
  access: 'administrator',
  body: z.strictObject({
    url: UpstreamUrl,
    token: HeaderToken.min(1, distributionRules.enter_access_token.en).max(10_000),
    allowPrivate: z.boolean().default(false),
  }),
  reply: TargetCheck,
});

const deploymentTargets = `${releaseBundleApi}/deployment_targets`;
const Deployment = { deployment: z.string().min(1, distributionRules.choose_deployment.en).max(200) };

/** A target that is a paired deployment: where it is, and whether it may be at a private address, is known from pairing. */
export const NewDeploymentTarget = z.strictObject({ name: TargetName, ...Deployment, ...place });

export const listTargetDeployments = route('listTargetDeployments', {
  summary: 'Paired deployments that release bundles can be sent to',
  method: 'GET',
  url: deploymentTargets,
  access: 'administrator',
  reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })) }),
});

export const createDeploymentTarget = route('createDeploymentTarget', {
  summary: 'Add a paired deployment as a target; no access token is needed',
  method: 'POST',
  url: deploymentTargets,
  access: 'administrator',
  body: NewDeploymentTarget,
  reply: DistributionTarget,
  status: 201,
});

export const updateDeploymentTarget = route('updateDeploymentTarget', {
  summary: 'Change where a target that is a paired deployment stands',
  method: 'PUT',
  url: `${deploymentTargets}/:name`,
  access: 'administrator',
  params: Named,
  body: z.strictObject(place),
  reply: DistributionTarget,
});

export const testTargetDeployment = route('testTargetDeployment', {
  summary: 'Ask a paired deployment whether it takes release bundles from here',
  method: 'POST',
  url: `${releaseBundleApi}/test_deployment`,
  access: 'administrator',
  body: z.strictObject(Deployment),
  reply: TargetCheck,
});

/** Those who send bundles to targets may know this of them. */
export const listDistributionSites = route('listDistributionSites', {
  summary: 'Names and places of the targets, for those who may distribute some release bundle',
  method: 'GET',
  url: `${releaseBundleApi}/sites`,
  access: 'user',
  reply: z.object({ items: z.array(z.object({ name: z.string(), site: z.string(), city: z.string(), country: z.string() })) }),
});

/** Which key signs release bundles. */
export const ReleaseBundleSigning = z.object({
  /** Name of the key pair; the usual one is generated when it is first needed. */
  keyPair: z.string(),
  /** Absent until the pair is there. Targets need it among their trusted keys. */
  publicKey: z.string().optional(),
  fingerprint: z.string().optional(),
});
export type ReleaseBundleSigning = z.output<typeof ReleaseBundleSigning>;

export const getReleaseBundleSigning = route('getBundleSigning', {
  summary: 'The key that signs release bundles',
  method: 'GET',
  url: `${releaseBundleApi}/signing_key`,
  access: 'user',
  reply: ReleaseBundleSigning,
});

export const setReleaseBundleSigning = route('setBundleSigning', {
  summary: "Choose the OpenPGP or SSH key pair that signs release bundles; '' goes back to the usual one. Signed bundles keep their signature.",
  method: 'PUT',
  url: `${releaseBundleApi}/signing_key`,
  access: 'administrator',
  body: z.strictObject({ keyPair: z.string().max(64).default('') }),
  reply: ReleaseBundleSigning,
});

export const getRefusedSigners = route('getRefusedSigners', {
  summary: 'Fingerprints of the trusted keys that may not sign the release bundles of others for this deployment; all others may',
  method: 'GET',
  url: `${releaseBundleApi}/refused_signers`,
  access: 'administrator',
  reply: z.object({ fingerprints: z.array(z.string()) }),
});

export const setReleaseBundleSigner = route('setBundleSigner', {
  summary: 'Say whether a trusted key may sign release bundles that come in. What has come in stays.',
  method: 'PUT',
  url: `${releaseBundleApi}/signers/:fingerprint`,
  access: 'administrator',
  params: z.object({ fingerprint: z.string().max(128) }),
  body: z.strictObject({ maySign: z.boolean() }),
  reply: z.void(),
});
