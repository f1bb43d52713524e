import { failsPullRequests, type Policy, type PolicyInput, type PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { z } from 'zod';

type Condition = 'severity' | 'score' | 'ids' | 'malicious' | 'allowed' | 'banned' | 'risk';

/** A rule as the form holds it: the parts of its sentence. */
export interface RuleDraft {
  name: string;
  condition: Condition;
  severity: string;
  from: number | null;
  to: number | null;
  /** Vulnerabilities or licences. */
  names: string[];
  fix: 'any' | 'only';
  /** What is known of its exploitation. */
  exploitation: 'any' | 'known' | 'likely';
  /** The least probability of it, in percent. */
  percent: number | null;
  packages: 'any' | 'named';
  packageName: string;
  /** Any without one. */
  packageType: string;
  /** Versions, patterns of them, or ranges; any without one. */
  versions: string[];
  allowUnknown: boolean;
  permissive: boolean;
  risk: 'High' | 'Medium' | 'Low';
  block: 'no' | 'now' | 'later' | 'running';
  days: number | null;
  runningDays: number | null;
  unscanned: boolean;
  failBuild: boolean;
  /** The status of pull requests that bring what breaks it fails. */
  failPulls: boolean;
  /** Release bundles that break it are not distributed. */
  noDistribution: boolean;
  /** Release bundles that break it are not promoted. */
  noPromotion: boolean;
  /** Days after which it fails builds. */
  buildDays: number | null;
  /** Of a violation; that of the finding without. */
  own: '' | Severity;
  /** Mails the recipients of the watch. */
  notify: boolean;
  /** Mails whoever deployed the file. */
  deployer: boolean;
  /** Addresses, separated by commas. */
  mails: string;
}

export interface PolicyDraft {
  name: string;
  type: PolicyType;
  description: string;
  project: string;
  rules: RuleDraft[];
}

const conditionOf: Record<PolicyType, Condition> = { security: 'severity', license: 'banned', operational_risk: 'risk' };

export function makeRule(type: PolicyType, number: number): RuleDraft {
  return {
    name: `rule-${number}`,
    condition: conditionOf[type],
    severity: 'High',
    from: 7,
    to: 10,
    names: [],
    fix: 'only',
    exploitation: 'any',
    percent: 10,
    packages: 'any',
    packageName: '',
    packageType: '',
    versions: [],
    allowUnknown: true,
    permissive: true,
    risk: 'High',
    block: 'later',
    days: 7,
    runningDays: 30,
    unscanned: false,
    failBuild: false,
    failPulls: false,
    noDistribution: false,
    noPromotion: false,
    buildDays: 0,
    own: '',
    notify: true,
    deployer: false,
    mails: '',
  };
}

export const newPolicy: PolicyDraft = { name: '', type: 'security', description: '', project: '', rules: [makeRule('security', 1)] };

export const splitNames = (text: string) =>
  text
    .split(/[,\s]+/)
    .map((name) => name.trim())
    .filter(Boolean);

function readCondition(type: PolicyType, { criteria }: PolicyRule): Condition {
  if (type === 'license') return criteria.allowed_licenses?.length ? 'allowed' : 'banned';
  if (type === 'operational_risk') return 'risk';
  if (criteria.malicious_package) return 'malicious';
  if (criteria.vulnerability_ids?.length) return 'ids';
  return criteria.cvss_range ? 'score' : 'severity';
}

/** As people write it, without what binary fractions add. */
const toPercent = (part: number) => Number((part * 100).toFixed(6));
const toPart = (percent: number) => Number((percent / 100).toFixed(8));

function readNarrowing({ exploited, epss_min, package_name, package_type, package_versions }: PolicyRule['criteria']): Partial<RuleDraft> {
  return {
    ...(exploited ? { exploitation: 'known' as const } : {}),
    ...(epss_min === undefined ? {} : { exploitation: 'likely' as const, percent: toPercent(epss_min) }),
    ...(package_name === undefined ? {} : { packages: 'named' as const, packageName: package_name }),
    packageType: package_type ?? '',
    versions: package_versions ?? [],
  };
}

function readBlock({ actions: { block_download: block } }: PolicyRule): RuleDraft['block'] {
  if (!block?.active) return 'no';
  if (block.running_days !== undefined) return 'running';
  return block.grace_period_days ? 'later' : 'now';
}

const hasNoMain = ({ cvss_range, vulnerability_ids, malicious_package }: PolicyRule['criteria']) =>
  cvss_range === undefined && !vulnerability_ids?.length && !malicious_package;

function readRule(type: PolicyType, rule: PolicyRule, index: number): RuleDraft {
  const { criteria, actions } = rule;
  const plain = makeRule(type, index + 1);
  return {
    ...plain,
    name: rule.name,
    condition: readCondition(type, rule),
    // What narrows a condition may stand for itself, for any severity.
    severity: criteria.min_severity ?? (type === 'security' && hasNoMain(criteria) ? 'All Severities' : plain.severity),
    ...readNarrowing(criteria),
    from: criteria.cvss_range?.from ?? plain.from,
    to: criteria.cvss_range?.to ?? plain.to,
    names: [criteria.vulnerability_ids, criteria.allowed_licenses, criteria.banned_licenses].find((list) => list?.length) ?? [],
    fix: criteria.fix_version_dependant ? 'only' : 'any',
    allowUnknown: criteria.allow_unknown ?? !criteria.allowed_licenses?.length,
    permissive: criteria.multi_license_permissive ?? false,
    risk: criteria.op_risk_min_risk ?? plain.risk,
    block: readBlock(rule),
    days: actions.block_download?.grace_period_days ?? plain.days,
    runningDays: actions.block_download?.running_days ?? plain.runningDays,
    unscanned: actions.block_download?.unscanned ?? false,
    failBuild: actions.fail_build ?? false,
    failPulls: failsPullRequests(actions),
    noDistribution: actions.block_release_bundle_distribution ?? false,
    noPromotion: actions.block_release_bundle_promotion ?? false,
    buildDays: actions.build_failure_grace_period_in_days ?? plain.buildDays,
    own: actions.custom_severity ?? '',
    notify: actions.notify_watch_recipients ?? false,
    deployer: actions.notify_deployer ?? false,
    mails: (actions.mails ?? []).join(', '),
  };
}

export function makePolicyDraft({ name, type, description, project_key, rules }: Policy): PolicyDraft {
  return { name, type, description, project: project_key ?? '', rules: rules.map((rule, index) => readRule(type, rule, index)) };
}

function getPackages({ packages, packageName, packageType, versions }: RuleDraft): PolicyRule['criteria'] {
  if (packages === 'any') return {};
  return {
    package_name: packageName,
    ...(packageType === '' ? {} : { package_type: packageType }),
    ...(versions.length === 0 ? {} : { package_versions: versions }),
  };
}

function getNarrowing(rule: RuleDraft): PolicyRule['criteria'] {
  return {
    ...(rule.fix === 'only' ? { fix_version_dependant: true } : {}),
    ...(rule.exploitation === 'known' ? { exploited: true } : {}),
    ...(rule.exploitation === 'likely' ? { epss_min: toPart(rule.percent ?? 0) } : {}),
    ...getPackages(rule),
  };
}

function getCriteria(type: PolicyType, rule: RuleDraft): PolicyRule['criteria'] {
  const { names } = rule;
  if (type === 'license') {
    const options = { allow_unknown: rule.allowUnknown, multi_license_permissive: rule.permissive };
    return { ...(rule.condition === 'allowed' ? { allowed_licenses: names } : { banned_licenses: names }), ...options };
  }
  if (type === 'operational_risk') return { op_risk_min_risk: rule.risk };
  if (rule.condition === 'malicious') return { malicious_package: true, ...getPackages(rule) };
  const narrowing = getNarrowing(rule);
  if (rule.condition === 'ids') return { vulnerability_ids: names, ...narrowing };
  if (rule.condition === 'score') return { cvss_range: { from: rule.from ?? 0, to: rule.to ?? 10 }, ...narrowing };
  return { min_severity: rule.severity as NonNullable<PolicyRule['criteria']['min_severity']>, ...narrowing };
}

function getActions(rule: RuleDraft): PolicyRule['actions'] {
  const { block, days, runningDays, unscanned, failBuild, failPulls, noDistribution, noPromotion, buildDays, own, notify, deployer, mails } = rule;
  const grace = block === 'later' || block === 'running' ? { grace_period_days: days ?? 0 } : {};
  const running = block === 'running' ? { running_days: runningDays ?? 0 } : {};
  const addresses = splitNames(mails);
  return {
    ...(block === 'no' ? {} : { block_download: { active: true, unscanned, ...grace, ...running } }),
    ...(failBuild ? { fail_build: true } : {}),
    ...(failPulls ? { fail_pull_request: true } : {}),
    ...(noDistribution ? { block_release_bundle_distribution: true } : {}),
    ...(noPromotion ? { block_release_bundle_promotion: true } : {}),
    ...(failBuild && buildDays ? { build_failure_grace_period_in_days: buildDays } : {}),
    ...(own === '' ? {} : { custom_severity: own }),
    ...(notify ? { notify_watch_recipients: true } : {}),
    ...(deployer ? { notify_deployer: true } : {}),
    ...(addresses.length > 0 ? { mails: addresses } : {}),
  };
}

/** Gives what the form sends. */
export function getPolicy({ name, type, description, rules }: PolicyDraft): z.input<typeof PolicyInput> {
  return {
    name,
    type,
    description,
    rules: rules.map((rule, index) => ({ name: rule.name, priority: index + 1, criteria: getCriteria(type, rule), actions: getActions(rule) })),
  };
}

/** The field of the form that the server calls this. */
export function findPolicyField(path: string): string {
  const [, index, rest = ''] = /^rules\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (index === undefined) return path;
  if (rest.includes('cvss_range')) return `rules.${index}.to`;
  if (rest.includes('epss_min')) return `rules.${index}.percent`;
  if (rest.includes('package_name')) return `rules.${index}.packageName`;
  if (rest.includes('package_type')) return `rules.${index}.packageType`;
  if (rest.includes('package_versions')) return `rules.${index}.versions`;
  if (/vulnerability_ids|_licenses|^criteria$/.test(rest)) return `rules.${index}.names`;
  if (rest.startsWith('actions.mails')) return `rules.${index}.mails`;
  if (rest.startsWith('actions.build_failure')) return `rules.${index}.buildDays`;
  if (rest.startsWith('actions.block_download')) return `rules.${index}.days`;
  return `rules.${index}.${rest}`;
}
