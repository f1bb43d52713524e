import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { ItemPlace } from '../repositories/artifact-routes.ts';
import { route } from '../route.ts';
import type { Sentence } from '../sentences.ts';
import { severities } from '../severities.ts';
import { Analysis } from './analysis.ts';
import { IgnoredBy } from './ignored-by.ts';
import { scanningRules } from './scanning-words.ts';

const compatible = { provenBy: [proofs.ignore] };

const base = `${prefixes.consoleApi}/xray/ui`;
const xrayRules = `${prefixes.scanning}/api/v1/ignore_rules`;
const actions = `${prefixes.consoleUi}/artifactactions`;

/** Stands for everything where a name could stand. */
export const anything = 'any';

const Name = z.string().trim().min(1).max(500);
const names = z.array(Name).max(500).optional();
const notHere = ({ en }: Sentence) => z.array(z.unknown()).max(0, en).optional();

/** A package that was found somewhere: its name, its purl or `npm://name`, and one of its versions. */
const ComponentScope = z.strictObject({ name: Name, version: Name.optional() });
/** A file: its name or its package's (`npm://name` too), the version it stands for, and its folder, which begins with the repository and ends with `/`. */
const ArtifactScope = z.strictObject({ name: Name.default(anything), version: Name.optional(), path: z.string().trim().min(1).max(1500).optional() });
const BuildScope = z.strictObject({ name: Name, version: Name.optional(), project: Name.optional() });

/** A rule is about this: vulnerabilities, CVEs or licences, and where. It hides what fits all that is given. */
export const IgnoreFilters = z
  .strictObject({
    vulnerabilities: names,
    cves: names,
    licenses: names,
    components: z.array(ComponentScope).max(200).optional(),
    artifacts: z.array(ArtifactScope).max(200).optional(),
    builds: z.array(BuildScope).max(200).optional(),
    /** A rule that is limited to these hides violations, and no findings. */
    policies: names,
    watches: names,
    'release-bundles': notHere(scanningRules.rules_not_limited_to_bundles),
    release_bundles_v2: notHere(scanningRules.rules_not_limited_to_bundles),
    'docker-layers': notHere(scanningRules.rules_not_limited_to_layers),
    git_repositories: notHere(scanningRules.rules_not_limited_to_git),
    operational_risk: z.array(z.literal(anything)).max(1).optional(),
  })
  .refine(
    ({ vulnerabilities, cves, licenses, operational_risk: risks }) => [vulnerabilities, cves, licenses, risks].some((given) => given && given.length > 0),
    {
      error: scanningRules.name_vulnerability.en,
      path: ['vulnerabilities'],
    },
  );
export type IgnoreFilters = z.output<typeof IgnoreFilters>;

/** Why something is ignored; whoever looks at it later has nothing else to go by. */
export const IgnoreNotes = z.string().trim().min(1, scanningRules.say_why.en).max(2000, scanningRules.longer_than_2000.en);
/** Until when; never ends without. */
export const IgnoreExpiry = z.iso
  .datetime({ offset: true, error: scanningRules.give_date_time.en })
  .refine((moment) => !(Date.parse(moment) <= Date.now()), scanningRules.choose_future_moment.en)
  .nullish();

export const IgnoreRuleInput = z.object({ notes: IgnoreNotes, expires_at: IgnoreExpiry, analysis: Analysis.optional(), ignore_filters: IgnoreFilters });

export const IgnoreRule = z.object({
  id: z.uuid(),
  author: z.string(),
  created: z.iso.datetime(),
  notes: z.string(),
  expires_at: z.iso.datetime().optional(),
  analysis: Analysis.optional(),
  is_expired: z.boolean(),
  /** It holds only in repositories of this project. */
  project_key: z.string().optional(),
  ignore_filters: z.looseObject({
    vulnerabilities: z.array(z.string()).optional(),
    cves: z.array(z.string()).optional(),
    licenses: z.array(z.string()).optional(),
    watches: z.array(z.string()).optional(),
    policies: z.array(z.string()).optional(),
    operational_risk: z.array(z.string()).optional(),
    // Looser than what may come in: a rule is always shown, whatever made it.
    components: z.array(z.object({ name: z.string(), version: z.string().optional() })).optional(),
    artifacts: z.array(z.object({ name: z.string(), version: z.string().optional(), path: z.string().optional() })).optional(),
    builds: z.array(z.object({ name: z.string(), version: z.string().optional(), project: z.string().optional() })).optional(),
  }),
});
export type IgnoreRule = z.output<typeof IgnoreRule>;

const project = { projectKey: z.string().min(1).max(64).optional() };
const params = z.object({ id: z.uuid() });
const query = z.object({
  ...project,
  direction: z.enum(['asc', 'desc']).default('desc').catch('desc'),
  num_of_rows: z.coerce.number().int().min(1).max(500).default(100),
  order_by: z.enum(['created', 'expires_at', 'author']).default('created').catch('created'),
  page_num: z.coerce.number().int().min(1).max(10_000).default(1),
  /** Only those that name this. */
  vulnerability: z.string().max(500).optional(),
});
const list = {
  summary: 'Rules by which findings are ignored: all of them for administrators, those of their projects for project administrators',
  method: 'GET',
  access: 'user',
  query,
  reply: z.object({ data: z.array(IgnoreRule), total_count: z.int() }),
} as const;
const create = {
  summary: 'Ignores findings, from now on and while the rule holds; for administrators, and for project administrators in their project',
  method: 'POST',
  access: 'user',
  query: z.object(project),
  body: IgnoreRuleInput,
  /** Clients read the id out of this text. */
  reply: z.object({ info: z.string() }),
  status: 201,
} as const;
const remove = { summary: 'Ends a rule: what it hid is active again', method: 'DELETE', access: 'user', params, reply: z.void(), status: 204 } as const;

export const listIgnoreRules = route('listIgnoreRules', { ...list, url: `${base}/ignore_rules` });
export const listIgnoreRules2 = route('listIgnoreRules2', { ...list, url: `${base}/ignoreRules` });
export const createIgnoreRule = route('createIgnoreRule', { ...create, url: `${base}/ignore_rules` });
export const deleteIgnoreRule = route('deleteIgnoreRule', { ...remove, url: `${base}/ignore_rules/:id` });
export const listXrayIgnoreRules = route('listXrayIgnoreRules', { ...list, url: xrayRules, compatible });
export const createXrayIgnoreRule = route('createXrayIgnoreRule', { ...create, url: xrayRules, compatible });
export const getXrayIgnoreRule = route('getXrayIgnoreRule', {
  summary: 'One rule by which findings are ignored',
  method: 'GET',
  url: `${xrayRules}/:id`,
  access: 'user',
  params,
  reply: IgnoreRule,
  compatible,
});
export const deleteXrayIgnoreRule = route('deleteXrayIgnoreRule', { ...remove, url: `${xrayRules}/:id`, compatible });

const Alert = z.object({
  id: z.string(),
  severity: z.enum(severities),
  summary: z.string(),
  /** Null: it is active. */
  ignored: IgnoredBy.nullable(),
});
export type Alert = z.output<typeof Alert>;

/** At most so many findings of a file are named at once, active ones first. */
export const mostAlerts = 500;

/** The alert of a file: what was found in it and holds, and what of that is ignored. */
export const ArtifactAlert = z.object({
  packageId: z.string(),
  version: z.string(),
  /** Worst severity that is active; null: there is no alert. */
  severity: z.enum(severities).nullable(),
  active: z.int(),
  ignored: z.int(),
  findings: z.array(Alert),
  /** The caller may ignore it, and take that back. */
  allowed: z.boolean(),
});
export type ArtifactAlert = z.output<typeof ArtifactAlert>;

export const getArtifactAlert = route('getArtifactAlert', {
  summary: 'What scans alert to in a file; null for what does not stand for a version, or was not scanned',
  method: 'GET',
  url: `${actions}/alert`,
  access: 'resource',
  query: ItemPlace,
  reply: z.object({ alert: ArtifactAlert.nullable() }),
});

const Findings = z.array(z.string().min(1).max(200)).min(1, scanningRules.choose_at_least_one.en).max(mostAlerts);

export const ignoreAlert = route('ignoreAlert', {
  summary: 'Ignores findings of a file; its alert goes when none is left',
  method: 'POST',
  url: `${actions}/ignorealert`,
  access: 'resource',
  body: ItemPlace.extend({
    /** Ids of findings; all of them, and those to come, without. */
    findings: Findings.optional(),
    notes: IgnoreNotes,
    expires_at: IgnoreExpiry,
  }),
  reply: z.object({ id: z.uuid(), active: z.int(), ignored: z.int() }),
  status: 200,
});

export const unignoreAlert = route('unignoreAlert', {
  summary: 'Shows findings of a file again that rules about it alone had hidden; wider rules stay',
  method: 'POST',
  url: `${actions}/unignorealert`,
  access: 'resource',
  body: ItemPlace.extend({ findings: Findings.optional() }),
  reply: z.object({ active: z.int(), ignored: z.int() }),
  status: 200,
});
