import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const provenBy = [proofs.clientEvents, proofs.nodeLibrary];

/** Newer clients ask below the scanning service, older ones at an address of its own. */
const bases = { newer: `${prefixes.scanning}/api/v1/xsc`, older: `${prefixes.sourceScans}/api/v1` } as const;

const id = z.uuid();
const words = z.string().max(2000);
const count = z.int().min(0);
const state = z.enum(['started', 'completed', 'cancelled', 'failed']);

/** What a client says of a scan of source code; fields that are not named here are kept as well. */
const ClientEvent = z.looseObject({
  event_type: z.int().optional(),
  event_status: state.optional(),
  product: words.optional(),
  product_version: words.optional(),
  total_findings: count.optional(),
  total_ignored_findings: count.optional(),
  is_default_config: z.boolean().optional(),
  jfrog_user: words.optional(),
  os_platform: words.optional(),
  os_architecture: words.optional(),
  machine_id: words.optional(),
  analyzer_manager_version: words.optional(),
  jpd_version: words.optional(),
  total_scan_duration: words.optional(),
  frogbot_scan_type: words.optional(),
  frogbot_ci_provider: words.optional(),
  project_path: words.optional(),
  gitinfo: z.looseObject({}).nullish(),
  is_gitinfo_flow: z.boolean().optional(),
});

const GitIntegrationEvent = z.looseObject({
  event_type: words,
  git_provider: words.optional(),
  git_owner: words.optional(),
  git_repository: words.optional(),
  git_branch: words.optional(),
  event_status: words.optional(),
  failure_reason: words.optional(),
});

const ClientMessage = z.object({ log_level: z.enum(['debug', 'info', 'warning', 'error']), source: words, message: z.string().max(20_000) });

const scanner = z.record(z.string(), z.boolean());
const Profile = z.object({
  profile_name: z.string(),
  is_default: z.boolean(),
  general_config: z.object({ report_analytics: z.boolean() }),
  frogbot_config: z.object({}),
  modules: z.array(
    z.object({
      module_id: z.int(),
      module_name: z.string(),
      path_from_root: z.string(),
      scan_config: z.object({
        sca_scanner_config: scanner,
        contextual_analysis_scanner_config: scanner,
        sast_scanner_config: scanner,
        secrets_scanner_config: scanner,
        iac_scanner_config: scanner,
      }),
    }),
  ),
});

const ByProject = z.looseObject({ projectKey: z.string().max(100).optional() });
const keptNote = 'kept for 90 days, 500 of each user; who sent it and administrators may read it';
const profileNote = 'there is one profile, `default`: dependencies are judged here, and nothing else is, so that it turns the other scanners of a client off';
const Watches = z.object({ git_repository_watches: z.array(z.string()), project_watches: z.array(z.string()) });
const watches = {
  summary: 'Active watches that look at a project',
  method: 'GET',
  access: 'user',
  query: z.looseObject({ git_repository: z.string().max(2000).optional(), project: z.string().max(100).optional() }),
  reply: Watches,
  compatible: { note: 'those that the caller may read; repositories of source code are watched by none', provenBy: [proofs.clientEvents] },
} as const;

/** What clients say of their scans. */
function scanCalls<Name extends string>(name: Name, base: string) {
  return {
    version: route(`readSourceScanVersion${name}`, {
      summary: 'The version of the calls for scans of source code',
      method: 'GET',
      url: `${base}/system/version`,
      access: 'visitor',
      reply: z.object({ xsc_version: z.string(), xray_version: z.string() }),
      compatible: { provenBy },
    }),
    begin: route(`beginClientEvent${name}`, {
      summary: 'Takes what a client says of a scan that begins, and gives it an id',
      method: 'POST',
      url: `${base}/event`,
      access: 'user',
      query: ByProject,
      body: ClientEvent,
      status: 201,
      reply: z.object({ multi_scan_id: id }),
      compatible: { note: keptNote, provenBy },
    }),
    end: route(`endClientEvent${name}`, {
      summary: 'Adds what a client says at the end of a scan',
      method: 'PUT',
      url: `${base}/event`,
      access: 'user',
      query: ByProject,
      body: ClientEvent.extend({ multi_scan_id: id }),
      reply: z.object({ multi_scan_id: id }),
      compatible: { provenBy },
    }),
    read: route(`readClientEvent${name}`, {
      summary: 'What a client said of a scan',
      method: 'GET',
      url: `${base}/event/:id`,
      access: 'user',
      params: z.object({ id }),
      query: ByProject,
      reply: ClientEvent.extend({ multi_scan_id: id }),
      compatible: { note: keptNote, provenBy },
    }),
  };
}

/** What else clients say. */
function messageCalls<Name extends string>(name: Name, base: string) {
  return {
    say: route(`sayClientMessage${name}`, {
      summary: 'Takes a line that a client has for the log of the server',
      method: 'POST',
      url: `${base}/event/logMessage`,
      access: 'user',
      query: ByProject,
      body: ClientMessage,
      status: 201,
      reply: z.object({}),
      compatible: { note: 'kept like an event; it is not written to a log file', provenBy },
    }),
    tellOfGit: route(`tellOfGitIntegration${name}`, {
      summary: 'Takes what a robot says of its work in a repository of source code',
      method: 'POST',
      url: `${base}/git_integration_event`,
      access: 'user',
      query: ByProject,
      body: GitIntegrationEvent,
      status: 201,
      reply: z.object({}),
      compatible: { note: keptNote, provenBy: [proofs.clientEvents] },
    }),
  };
}

/** What clients ask before they scan. */
function adviceCalls<Name extends string>(name: Name, base: string) {
  return {
    profile: route(`readScanProfile${name}`, {
      summary: 'Which scanners a client is to use',
      method: 'GET',
      url: `${base}/profile/:name`,
      access: 'user',
      params: z.object({ name: z.string().min(1).max(200) }),
      query: ByProject,
      reply: Profile,
      compatible: { note: profileNote, provenBy: [proofs.clientEvents] },
    }),
    profileOf: route(`findScanProfile${name}`, {
      summary: 'Which scanners a client is to use for a repository of source code',
      method: 'POST',
      url: `${base}/profile_repos`,
      access: 'user',
      query: ByProject,
      body: z.looseObject({ repo_url: z.string().max(2000) }),
      status: 200,
      reply: Profile,
      compatible: { note: profileNote, provenBy: [proofs.clientEvents] },
    }),
    watches: route(`listScanWatches${name}`, { ...watches, url: `${base}/watches` }),
    watchesOf: route(`listScanWatchesOfResource${name}`, { ...watches, url: `${base}/watches/resource` }),
  };
}

function allCalls<Name extends string>(name: Name, base: string) {
  return { ...scanCalls(name, base), ...messageCalls(name, base), ...adviceCalls(name, base) };
}

export const newerClientCalls = allCalls('', bases.newer);
export const olderClientCalls = allCalls('AtOlderAddress', bases.older);

/** What kinds of things clients say. */
export const clientEventKinds = ['scan', 'git', 'message'] as const;

export const listClientEvents = route('listClientEvents', {
  summary: 'What scanning clients said of their work, the newest first',
  method: 'GET',
  url: `${prefixes.consoleApi}/xray/ui/client-events`,
  access: 'administrator',
  query: PageQuery.extend({ kind: z.enum(clientEventKinds).optional() }),
  reply: getPage(
    z.object({
      id,
      kind: z.enum(clientEventKinds),
      /** Who was signed in. */
      user: z.string(),
      at: Timestamp,
      changedAt: Timestamp,
      /** As the client said it. */
      document: z.record(z.string(), z.unknown()),
    }),
  ),
});
