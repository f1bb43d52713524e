import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';
import { Said } from '../said.ts';
import { operationsRules } from './operations-words.ts';

const api = prefixes.consoleApi;
const base = `${prefixes.consoleUi}/userSupport`;

/** Services that bundles are made for; `tracker` stands for the nodes that share downloads. */
export const supportBundleServices = ['artifactory', 'distribution', 'xray', 'mc', 'insight', 'tracker'] as const;
export type SupportBundleService = (typeof supportBundleServices)[number];

const bundleStates = ['success', 'failure', 'in progress'] as const;

/** How often, and with how many milliseconds between, threads and memory are looked at. */
const ThreadDump = z.object({
  count: z.int().min(0, operationsRules.use_0_to_10.en).max(10, operationsRules.use_0_to_10.en).default(1),
  interval: z.int().min(0, operationsRules.use_0_to_10000.en).max(10_000, operationsRules.use_0_to_10000.en).default(0),
});

const Parameters = z.object({
  thread_dump: ThreadDump.prefault({}),
  /** System, process and database figures, and the settings without secrets. */
  configuration: z.boolean().default(true),
  logs: z.object({ include: z.boolean().default(true), start_date: Timestamp.optional(), end_date: Timestamp.optional() }).prefault({}),
});

export const NewSupportBundle = z.object({
  name: z.string().trim().min(1, operationsRules.name_bundle.en).max(100),
  description: z.string().trim().max(500).default(''),
  parameters: Parameters.prefault({}),
  /** Nodes to ask; every node that is online unless said. */
  nodes: z.array(z.string().min(1).max(64)).max(50).optional(),
});
const NewServiceBundle = NewSupportBundle.extend({ service: z.enum(supportBundleServices).optional() });

export const SupportBundle = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  create_date: Timestamp,
  status: z.enum(bundleStates),
  parameters: Parameters,
  service: z.enum(supportBundleServices),
  nodes: z.array(z.string()),
  created_by: z.string(),
  /** Bytes kept of it. */
  size: z.int(),
  /** This went wrong, with all of it or with one node. */
  ...Said.partial().shape,
});
export type SupportBundle = z.output<typeof SupportBundle>;

const byId = z.object({ id: z.uuid() });

export const listSupportBundles = route('listBundles', {
  summary: 'Every support bundle, newest first',
  method: 'GET',
  url: `${base}/listBundles`,
  access: 'administrator',
  reply: z.array(SupportBundle),
});

export const readSupportBundle = route('readBundle', {
  summary: 'One support bundle, without its content',
  method: 'GET',
  url: `${base}/bundle/:id`,
  access: 'administrator',
  params: byId,
  reply: SupportBundle,
});

export const deleteSupportBundle = route('deleteBundle', {
  summary: 'Delete a support bundle',
  method: 'DELETE',
  url: `${base}/deleteBundle/:id`,
  access: 'administrator',
  params: byId,
  reply: z.void(),
});

export const downloadSupportBundle = route('downloadBundle', {
  summary: 'The content of a support bundle',
  method: 'GET',
  url: `${base}/downloadBundle/:id`,
  access: 'administrator',
  params: byId,
  reply: stream('application/zip'),
});

function creation<const Name extends string>(name: Name, service: string, url: string) {
  return route(name, {
    summary: `Make a support bundle of ${service}`,
    method: 'POST',
    url,
    access: 'administrator',
    body: NewServiceBundle,
    reply: SupportBundle,
    status: 202,
  });
}

export const generateSupportBundle = creation('generateBundle', 'artifactory', `${base}/generateBundle`);

/** The call that makes a bundle, by service. */
export const supportBundleCreations = {
  artifactory: generateSupportBundle,
  distribution: creation('createDistributionBundle', 'distribution', `${api}/distribution/api/ui/support/bundles`),
  xray: creation('createXrayBundle', 'xray', `${api}/xray/ui/support/bundles`),
  insight: creation('createInsightBundle', 'insight', `${api}/insight/api/v1/support/bundles`),
  tracker: creation('createTrackerBundle', 'the tracker of peers', `${api}/pdn/tracker/support/bundles`),
} as const;

/** Mission control takes no `service`. */
export const createMissionControlSupportBundle = route('createMissionControlBundle', {
  summary: 'Make a support bundle of mission control',
  method: 'POST',
  url: `${prefixes.consoleMissionControl}/support/bundles`,
  access: 'administrator',
  body: z.strictObject(NewSupportBundle.shape),
  reply: SupportBundle,
  status: 202,
});

export const missionControlPing = route('missionControlPing', {
  summary: 'Whether mission control answers',
  method: 'GET',
  url: `${api}/mc/api/v4/system/ping`,
  tellsHealth: true,
  access: 'administrator',
  reply: z.object({ status: z.literal('OK') }),
});
