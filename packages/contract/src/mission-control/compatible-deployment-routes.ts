import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { deploymentStatuses } from './deployment-statuses.ts';

const compatible = { provenBy: [proofs.deployments] };
const deployments = `${prefixes.missionControl}/api/v1/jpds`;
const Identified = z.object({ id: z.string().max(200) });

const Place = z.object({ city_name: z.string().max(100).nullish(), country_code: z.string().max(2).nullish(), latitude: z.number(), longitude: z.number() });

/** A deployment as existing clients know it. */
const CompatibleDeployment = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  base_url: z.string(),
  local: z.boolean(),
  is_cold_storage: z.literal(false),
  status: z.object({ code: z.enum(deploymentStatuses), message: z.string(), warnings: z.array(z.string()) }),
  location: z.object({ city_name: z.string(), country_code: z.string(), latitude: z.number(), longitude: z.number() }).optional(),
  tags: z.array(z.string()),
  licenses: z.array(z.object({ type: z.string(), expired: z.boolean(), valid_through: z.string(), license_hash: z.string(), licensed_to: z.string() })),
  services: z.array(z.object({ type: z.string(), status: z.object({ code: z.enum(['ONLINE', 'OFFLINE']) }) })),
});
export type CompatibleDeployment = z.output<typeof CompatibleDeployment>;

const described = { location: Place.nullish(), tags: z.array(z.string().max(50)).max(20).nullish() };
const CompatibleDeploymentChange = z.object({ name: z.string().max(100), ...described });
export type CompatibleDeploymentChange = z.output<typeof CompatibleDeploymentChange>;

export const listCompatibleDeployments = route('listCompatibleDeployments', {
  summary: 'The platform deployments that mission control knows',
  method: 'GET',
  url: deployments,
  access: 'administrator',
  reply: z.array(CompatibleDeployment),
  compatible,
});

export const createCompatibleDeployment = route('createCompatibleDeployment', {
  summary: 'Register a deployment by a pairing token, or a single instance by user name and password',
  method: 'POST',
  url: deployments,
  access: 'administrator',
  body: CompatibleDeploymentChange.extend({
    token: z.string().max(20_000).nullish(),
    url: z.string().max(2000).nullish(),
    username: z.string().max(256).nullish(),
    password: z.string().max(1000).nullish(),
  }),
  reply: CompatibleDeployment,
  status: 201,
  compatible: { ...compatible, note: 'a token says the address, so that `url` counts for a single instance only' },
});

export const readCompatibleDeployment = route('readCompatibleDeployment', {
  summary: 'One platform deployment',
  method: 'GET',
  url: `${deployments}/:id`,
  access: 'administrator',
  params: Identified,
  reply: CompatibleDeployment,
  compatible,
});

export const updateCompatibleDeployment = route('updateCompatibleDeployment', {
  summary: 'Change name, place and tags of a deployment',
  method: 'PUT',
  url: `${deployments}/:id`,
  access: 'administrator',
  params: Identified,
  body: CompatibleDeploymentChange,
  reply: CompatibleDeployment,
  compatible,
});

export const deleteCompatibleDeployment = route('deleteCompatibleDeployment', {
  summary: 'Know a deployment no more',
  method: 'DELETE',
  url: `${deployments}/:id`,
  access: 'administrator',
  params: Identified,
  reply: z.void(),
  compatible,
});
