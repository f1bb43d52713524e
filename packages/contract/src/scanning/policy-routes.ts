import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { findFormatId, formatsWith, plainFormat } from '../repositories/format-ids.ts';
import { route } from '../route.ts';
import type { Sentence } from '../sentences.ts';
import { severities } from '../severities.ts';
import { type PolicyType, policyTypes } from './policy-types.ts';
import { policyRules } from './policy-words.ts';
import { isVersionOrRange } from './version-range.ts';

const compatible = { provenBy: [proofs.governance] };
const base = `${prefixes.consoleApi}/xray/ui/policies`;

export const GovernedName = z
  .string()
  .trim()
  .min(1, policyRules.name_it.en)
  .max(128)
  .regex(/^[\w.-]+$/, policyRules.name_letters.en);

/** Fields of existing clients for what is not here: absent, or said to be unwanted. */
const unwanted = ({ en }: Sentence) => z.literal(false, { error: en }).optional();
const none = ({ en }: Sentence) => z.array(z.unknown()).max(0, en).optional();

/** As existing clients write it; `All Severities` is any severity. */
export const severityFloors = ['All Severities', ...severities] as const;
/** Formats of packages about which advisories are published. */
export const judgedFormats = formatsWith(({ scanning }) => scanning?.ecosystem ?? scanning?.distributions ?? scanning?.libraries);
const hasAdvisories = (type: string) => judgedFormats.includes(findFormatId(type) ?? plainFormat);
const Score = z.number().min(0).max(10);
const names = z.array(z.string().trim().min(1).max(200)).max(500);

export const PolicyCriteria = z.strictObject({
  min_severity: z.enum(severityFloors).optional(),
  cvss_range: z
    .strictObject({ from: Score, to: Score })
    .refine(({ from, to }) => from <= to, { error: policyRules.range_upside_down.en })
    .optional(),
  vulnerability_ids: names.optional(),
  malicious_package: z.boolean().optional(),
  /** Only where a version without the finding exists. */
  fix_version_dependant: z.boolean().optional(),
  /** Only what is known to be exploited, by the catalogue of KEV. */
  exploited: z.boolean().optional(),
  /** Only what is exploited within 30 days with this probability at the least, by EPSS. */
  epss_min: z.number().positive().max(1).optional(),
  /** Only in packages of this name, in which `*` stands for anything. */
  package_name: z.string().trim().min(1).max(300).optional(),
  package_type: z.string().max(50).refine(hasAdvisories, { error: policyRules.no_package_type.en }).optional(),
  /** Only in these versions of it: versions, patterns of them, or ranges such as `[1.0.0,2.0.0)`. */
  package_versions: z
    .array(z.string().trim().min(1).max(200).refine(isVersionOrRange, { error: policyRules.no_range.en }))
    .max(200)
    .optional(),
  allowed_licenses: names.optional(),
  banned_licenses: names.optional(),
  /** What has no licence that is known breaks no rule. */
  allow_unknown: z.boolean().optional(),
  /** Where a choice of licences is given, one that is good is enough. */
  multi_license_permissive: z.boolean().optional(),
  op_risk_min_risk: z.enum(['High', 'Medium', 'Low']).optional(),
  applicable_cves_only: unwanted(policyRules.not_judged_here),
  op_risk_custom: z.null({ error: policyRules.not_judged_here.en }).optional(),
  exposures: z.null({ error: policyRules.not_judged_here.en }).optional(),
  sast: z.null({ error: policyRules.not_judged_here.en }).optional(),
});
export type PolicyCriteria = z.output<typeof PolicyCriteria>;

const days = z.int().min(0).max(365);

export const PolicyActions = z.strictObject({
  custom_severity: z.enum(severities).optional(),
  block_download: z
    .strictObject({
      active: z.boolean(),
      /** What is not scanned yet is not given out. */
      unscanned: z.boolean().default(false),
      grace_period_days: days.optional(),
      /** The days of grace are only for what was pulled in so many days before. */
      running_days: days.optional(),
    })
    .refine(({ active, unscanned }) => active || !unscanned, { error: policyRules.unscanned_needs_active.en, path: ['unscanned'] })
    .optional(),
  fail_build: z.boolean().optional(),
  build_failure_grace_period_in_days: days.optional(),
  notify_watch_recipients: z.boolean().optional(),
  mails: z.array(z.email().max(320)).max(100).optional(),
  /** Whoever deployed the file, if they may read it still. */
  notify_deployer: z.boolean().optional(),
  webhooks: none(policyRules.webhooks_choose),
  create_ticket_enabled: unwanted(policyRules.not_done_here),
  /** A release bundle that breaks the rule is not sent to other deployments. */
  block_release_bundle_distribution: z.boolean().optional(),
  /** A release bundle that breaks the rule is not brought to the repositories of an environment. */
  block_release_bundle_promotion: z.boolean().optional(),
  /** What a pull request brings that breaks the rule has its status fail. */
  fail_pull_request: z.union([z.boolean(), z.looseObject({ active: z.boolean() })]).optional(),
});
export type PolicyActions = z.output<typeof PolicyActions>;

/** Whether it fails pull requests, whichever way a client wrote that. */
export const failsPullRequests = ({ fail_pull_request: fails = false }: PolicyActions): boolean => (typeof fails === 'boolean' ? fails : fails.active);

export const PolicyRule = z.strictObject({
  name: z.string().trim().min(1, policyRules.name_it.en).max(128),
  /** The first rule that fits decides; they are tried in this order, and in that of the list unless it is given. */
  priority: z.int().min(1).max(1000).optional(),
  criteria: PolicyCriteria,
  actions: PolicyActions.default({}),
});
export type PolicyRule = z.output<typeof PolicyRule>;

const narrowing = ['exploited', 'epss_min', 'package_name', 'package_type', 'package_versions'] as const;
const securityOnly = ['min_severity', 'cvss_range', 'vulnerability_ids', 'malicious_package', 'fix_version_dependant', ...narrowing] as const;
const licenceOnly = ['allowed_licenses', 'banned_licenses', 'allow_unknown', 'multi_license_permissive'] as const;
const riskOnly = ['op_risk_min_risk'] as const;
const ofType = { security: securityOnly, license: licenceOnly, operational_risk: riskOnly } as const;

const given = (value: unknown) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

const count = (...values: readonly unknown[]) => values.filter(given).length;

/** What is wrong with conditions about vulnerabilities. One of them is the main one, unless what narrows them stands for itself. */
function findSecurityMistake(criteria: PolicyCriteria): Sentence | undefined {
  const { min_severity, cvss_range, vulnerability_ids, malicious_package, exploited, epss_min, package_name, package_type, package_versions } = criteria;
  const main = count(min_severity, cvss_range, vulnerability_ids, malicious_package);
  if (main > 1 || (main === 0 && count(exploited, epss_min, package_name) === 0)) return policyRules.one_security_condition;
  if (count(exploited, epss_min) > 1) return policyRules.one_exploitation;
  if (malicious_package && count(exploited, epss_min) > 0) return policyRules.malicious_not_exploited;
  return package_name === undefined && count(package_type, package_versions) > 0 ? policyRules.name_the_package : undefined;
}

/** What is wrong with a rule's conditions in a policy of a type. */
function findMistake(type: PolicyType, criteria: PolicyCriteria): Sentence | undefined {
  const foreign = [...securityOnly, ...licenceOnly, ...riskOnly].filter((key) => !(ofType[type] as readonly string[]).includes(key));
  if (foreign.some((key) => given(criteria[key]))) return policyRules.criteria_of_other_type;
  const { allowed_licenses, banned_licenses, op_risk_min_risk } = criteria;
  if (type === 'security') return findSecurityMistake(criteria);
  if (type === 'license' && count(allowed_licenses, banned_licenses) !== 1) return policyRules.one_licence_condition;
  return type === 'operational_risk' && !given(op_risk_min_risk) ? policyRules.one_risk_condition : undefined;
}

export const PolicyInput = z
  .object({
    name: GovernedName,
    type: z.enum(policyTypes),
    description: z.string().max(2000).default(''),
    rules: z.array(PolicyRule).min(1, policyRules.one_rule.en).max(100),
  })
  .superRefine(({ type, rules }, context) => {
    const seen = new Set<string>();
    for (const [index, rule] of rules.entries()) {
      const mistake = findMistake(type, rule.criteria);
      if (mistake) context.addIssue({ code: 'custom', message: mistake.en, path: ['rules', index, 'criteria'] });
      if (type !== 'security' && failsPullRequests(rule.actions))
        context.addIssue({ code: 'custom', message: policyRules.pull_requests_by_findings.en, path: ['rules', index, 'actions', 'fail_pull_request'] });
      if (seen.has(rule.name)) context.addIssue({ code: 'custom', message: policyRules.rule_names_differ.en, path: ['rules', index, 'name'] });
      seen.add(rule.name);
    }
  });
export type PolicyInput = z.output<typeof PolicyInput>;

export const Policy = z.object({
  name: z.string(),
  type: z.enum(policyTypes),
  description: z.string(),
  rules: z.array(PolicyRule),
  author: z.string(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
  project_key: z.string().optional(),
  revision: z.int(),
  /** Watches that use it. */
  watches: z.array(z.string()),
});
export type Policy = z.output<typeof Policy>;

export const ByProject = z.object({ projectKey: z.string().min(1).max(64).optional() });
const params = z.object({ name: z.string().min(1).max(128) });

const list = { summary: 'Policies by name: all of them, or those of a project', method: 'GET', access: 'user', query: ByProject } as const;
const read = { summary: 'One policy', method: 'GET', access: 'user', params, query: ByProject, reply: Policy } as const;
const create = {
  summary: 'Adds a policy; it judges nothing until a watch uses it',
  method: 'POST',
  access: 'user',
  query: ByProject,
  body: PolicyInput,
  reply: Policy,
  status: 201,
} as const;
const update = {
  summary: 'Changes a policy; what it judges is judged again at once',
  method: 'PUT',
  access: 'user',
  params,
  query: ByProject,
  body: PolicyInput,
  reply: Policy,
} as const;
const remove = { summary: 'Deletes a policy that no watch uses', method: 'DELETE', access: 'user', params, query: ByProject } as const;

export const listPolicies = route('listPolicies', {
  ...list,
  url: base,
  reply: z.object({ data: z.array(Policy), total_count: z.int() }),
});
export const readPolicy = route('readPolicy', { ...read, url: `${base}/:name` });
export const createPolicy = route('createPolicy', { ...create, url: base });
export const updatePolicy = route('updatePolicy', { ...update, url: `${base}/:name` });
export const deletePolicy = route('deletePolicy', { ...remove, url: `${base}/:name`, reply: z.void() });

const Revision = z.object({ revision: z.int(), author: z.string(), at: z.iso.datetime(), rules: z.array(PolicyRule) });
export const listPolicyRevisions = route('listPolicyRevisions', {
  summary: 'What the rules of a policy have been, the newest first',
  method: 'GET',
  url: `${base}/:name/revisions`,
  access: 'user',
  params,
  query: ByProject,
  reply: z.object({ data: z.array(Revision) }),
});

const wire = `${prefixes.scanning}/api/v2/policies`;
const Info = z.object({ info: z.string() });
export const listXrayPolicies = route('listXrayPolicies', { ...list, url: wire, reply: z.array(Policy), compatible });
export const readXrayPolicy = route('readXrayPolicy', { ...read, url: `${wire}/:name`, compatible });
export const createXrayPolicy = route('createXrayPolicy', { ...create, url: wire, reply: Info, compatible });
export const updateXrayPolicy = route('updateXrayPolicy', { ...update, url: `${wire}/:name`, reply: Info, compatible });
export const deleteXrayPolicy = route('deleteXrayPolicy', { ...remove, url: `${wire}/:name`, reply: Info, compatible });
