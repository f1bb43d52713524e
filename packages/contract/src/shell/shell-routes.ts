import { z } from 'zod';
import { Environment } from '../access/access-environment-routes.ts';
import { licenceTypes } from '../access/licence-types.ts';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { formatIds, repositoryClasses } from '../repositories/format-ids.ts';
import { route } from '../route.ts';

const api = prefixes.consoleApi;
const ui = prefixes.consoleUi;

/** The switches of the console. A switch is off until what it shows exists, unless the installation is told otherwise. */
export const featureNames = [
  'quickDeployLandingPage',
  'commonTested',
  'testing',
  'gitRepoScanning',
  'gitea',
  'scanStatus',
  'scanPolicies',
  'coldStorage',
  'toolbarSearch',
  'educationCenter',
  'navigationSwitch',
  'helpLinks',
  'anonymousScanning',
] as const;
export type FeatureName = (typeof featureNames)[number];

/** An installation can be any of these besides an ordinary one: rented, on trial, rented alone, without administration of its own, for containers only. */
export const installationTraits = ['cloud', 'trial', 'dedicated', 'lightweight', 'containers'] as const;

export const generalConfig = route('generalConfig', {
  summary: 'What this installation is, for the start of the console',
  method: 'GET',
  url: `${ui}/generalConfig`,
  access: 'public',
  reply: z.object({
    /** Host name under which the caller reaches the platform. */
    domainName: z.string(),
    baseUrl: z.string(),
    licenseType: z.enum(licenceTypes),
    /** When that ends, and nothing as good goes on, for administrators alone. */
    licenseEndsAt: Timestamp.nullable().optional(),
    /** Says what kind of product it is, where that hides parts of it. */
    flavour: z.enum(['OSS', 'JCR']),
    lightweight: z.boolean(),
    cloud: z.boolean(),
    trial: z.boolean(),
    dedicated: z.boolean(),
  }),
});

export const footer = route('footer', {
  summary: 'Logo, build line and whether visitors may look around',
  method: 'GET',
  url: `${ui}/footer`,
  access: 'public',
  reply: z.object({
    logoUrl: z.string().nullable(),
    /** An administrator has put up a logo of their own. */
    userLogo: z.boolean(),
    anonymousAccess: z.boolean(),
    buildLine: z.string(),
    message: z.string(),
  }),
});

export const platformConfig = route('platformConfig', {
  summary: 'Name and addresses of the platform',
  method: 'GET',
  url: `${ui}/platformConfig`,
  access: 'public',
  reply: z.object({
    serverName: z.string(),
    baseUrl: z.string(),
    /** Visitors may use the protocols but not these pages. */
    anonymousUiBlocked: z.boolean(),
  }),
});

export const featuresConfig = route('featuresConfig', {
  summary: 'Which switches are on, by name',
  method: 'GET',
  url: `${ui}/featuresConfig`,
  access: 'public',
  reply: z.record(z.enum(featureNames), z.boolean()),
});

const ServiceVersion = z.object({ version: z.string() });

export const systemVersion = route('systemVersion', {
  summary: 'Version of the platform and of each of its services, by wire name',
  method: 'GET',
  url: `${api}/system/version`,
  access: 'visitor',
  reply: z.object({ version: z.string(), services: z.record(z.string(), ServiceVersion) }),
});

export const systemStatus = route('systemStatus', {
  summary: 'Whether the platform works as a whole',
  method: 'GET',
  url: `${api}/system/status`,
  access: 'visitor',
  reply: z.object({ status: z.enum(['ok', 'degraded']), services: z.array(z.object({ name: z.string(), status: z.enum(['online', 'offline']) })) }),
});

export const microservices = route('microservices', {
  summary: 'The services that are present, with their versions',
  method: 'GET',
  url: `${api}/system/microservices`,
  access: 'public',
  reply: z.array(z.object({ name: z.string(), version: z.string() })),
});

const Enabled = z.object({ enabled: z.boolean() });
const named = z.object({ name: z.string().min(1).max(100) });

export const isMicroserviceEnabled = route('isMicroserviceEnabled', {
  summary: 'Whether one service is present',
  method: 'GET',
  url: `${api}/system/ismicroserviceenabled/:name`,
  access: 'visitor',
  params: named,
  reply: Enabled,
});

export const isServiceEnabled = route('isServiceEnabled', {
  summary: 'Whether one service is present, second spelling',
  method: 'GET',
  url: `${api}/is-service-enabled/:name`,
  access: 'visitor',
  params: named,
  reply: Enabled,
});

export const entitlements = route('entitlements', {
  summary: 'What the licence allows, by name',
  method: 'GET',
  url: `${api}/entitlements`,
  access: 'public',
  reply: z.record(z.string(), z.boolean()),
});

export const systemOnboarding = route('systemOnboarding', {
  summary: 'Whether the first steps are still to be shown',
  method: 'GET',
  url: `${api}/system/onboarding`,
  access: 'visitor',
  reply: z.object({ firstLogin: z.boolean(), showPersonalization: z.boolean() }),
});

export const analyticsState = route('analyticsState', {
  summary: 'Whether use is reported to anybody',
  method: 'GET',
  url: `${ui}/analytics/state`,
  access: 'visitor',
  reply: Enabled,
});

export const availablePackages = route('availablePackages', {
  summary: 'Formats that repositories can have',
  method: 'GET',
  url: `${ui}/availablePackages`,
  access: 'visitor',
  reply: z.array(z.enum(formatIds)),
});

export const repositoryData = route('repositoryData', {
  summary: 'The repositories that the caller may see, by key',
  method: 'GET',
  url: `${ui}/repositoryData`,
  access: 'visitor',
  reply: z.array(z.object({ key: z.string(), class: z.enum(repositoryClasses), format: z.enum(formatIds) })),
});

export const cloudInfo = route('cloudInfo', {
  summary: 'Subscription of a rented installation',
  method: 'GET',
  url: `${ui}/cloudInfo`,
  access: 'visitor',
  reply: z.object({ cloud: z.boolean(), trial: z.boolean(), dedicated: z.boolean() }),
});

export const listProjects = route('listProjects', {
  summary: 'Projects the caller belongs to',
  method: 'GET',
  url: `${api}/access/projects`,
  access: 'visitor',
  reply: z.array(z.object({ key: z.string(), name: z.string(), description: z.string(), administrator: z.boolean() })),
});

export const listEnvironments = route('listEnvironments', {
  summary: 'Stages that repositories are assigned to',
  method: 'GET',
  url: `${api}/access/environments`,
  access: 'visitor',
  reply: z.array(Environment),
});

/** A product area as the server knows it: what the area's manifest says, and where its code is. */
export const consoleAreas = route('consoleAreas', {
  summary: 'The product areas of the console',
  method: 'GET',
  url: `${ui}/areas`,
  access: 'public',
  reply: z.array(
    z.object({
      id: z.string(),
      title: z.looseObject({ en: z.string() }),
      paths: z.array(z.string()),
      nav: z.array(z.looseObject({ id: z.string(), path: z.string() })),
      /** Address of the script that opens its code. */
      entry: z.string(),
    }),
  ),
});

export const scanPermissions = route('scanPermissions', {
  summary: 'What the caller may see of scans',
  method: 'GET',
  url: `${api}/xray/ui/permissions`,
  access: 'visitor',
  reply: z.object({ available: z.boolean(), view: z.boolean(), manage: z.boolean() }),
});

export const scanIndexStatus = route('scanIndexStatus', {
  summary: 'How much of what can be scanned is indexed',
  method: 'GET',
  url: `${api}/xray/ui/indexStatus`,
  access: 'visitor',
  reply: z.object({ available: z.boolean(), indexed: z.number().int(), total: z.number().int() }),
});
