import type { PolicyActions, PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import { findBadLicences, unknownLicence } from '@packhouse/formats/licence-rule.ts';
import type { FileLabel } from '@packhouse/peers/package-contents.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import { isAssembly, type JudgedThing } from '../assembly/assembly.ts';
import { findProject } from '../assembly/judged-repositories.ts';
import { findBrokenRule, orderRules, rankOf } from '../policy/judge-rules.ts';
import { looksAt } from '../watch/reach.ts';
import type { ActiveWatch, ComponentRow } from './evaluation-queries.ts';
import type { Finding } from './findings.ts';
import { type Breach, findIgnoring, type LiveRule } from './ignored.ts';

/** What a version does wrong by a rule, as it is to be kept. */
export interface Wanted {
  key: string;
  watch_id: number;
  policy_id: number;
  rule: string;
  kind: Breach['kind'];
  target: JudgedThing;
  subject: string;
  severity: number;
  components: number[];
  fixed_versions: string[];
  fails_build: boolean;
  ignored: { by: number; until: Date | null } | undefined;
  actions: PolicyActions;
  /** When what it follows from came to be so, as far as that is kept. */
  moments: Moments;
}

interface Moments {
  found: Date | null;
  signalled: Date | null;
  ruled: Date;
}

export interface Risk {
  level: 'High' | 'Medium' | 'Low';
}

/** All that decides about some versions, read at one moment. */
export interface Facts {
  watches: readonly ActiveWatch[];
  repositories: ReadonlyMap<string, DirectoryEntry>;
  targets: readonly JudgedThing[];
  /** Versions of which builds and release bundles consist; where no policy asks for these none. */
  parts: ReadonlyMap<number, readonly JudgedThing[]>;
  /** Names of the builds that are judged, by repository, where somebody chose. */
  judgedBuilds: ReadonlyMap<string, ReadonlySet<string>>;
  /** What is said of the file of a version, where a watch asks for it. */
  labelOf: (target: JudgedThing) => FileLabel | undefined;
  findings: ReadonlyMap<number, readonly Finding[]>;
  components: ReadonlyMap<number, ComponentRow>;
  licences: ReadonlyMap<number, { licences: readonly string[] }>;
  /** Licences of what is inside each version, where any are known. */
  held: ReadonlyMap<number, readonly { component_id: number; licences: readonly string[] }[]>;
  risks: ReadonlyMap<number, Risk>;
  rules: readonly LiveRule[];
  /** Ids of the violations that are kept, by key. */
  known: ReadonlyMap<string, number>;
}

export const makeKey = (parts: { watch_id: number; policy_id: number; rule: string; kind: string; target_id: number; subject: string }) =>
  JSON.stringify([parts.watch_id, parts.policy_id, parts.rule, parts.kind, parts.target_id, parts.subject]);

interface Broken {
  rule: PolicyRule;
  subject: string;
  severity: number;
  component: ComponentRow | undefined;
  fixed_versions: readonly string[];
  finding?: Finding;
}

type Policy = ActiveWatch['policies'][number];

/** Which rules of a policy of vulnerabilities are broken. */
function breakSecurity({ rules }: Policy, findings: readonly Finding[]): Broken[] {
  const ordered = orderRules(rules);
  return findings.flatMap((finding) => {
    const rule = findBrokenRule(ordered, finding);
    const { canonical: subject, rank: severity, component, fixed_versions } = finding;
    return rule ? [{ rule, subject, severity, component, fixed_versions, finding }] : [];
  });
}

/** The first rule that a licence breaks decides about it. */
function breakLicences({ rules }: Policy, licences: readonly string[], component: ComponentRow | undefined): Broken[] {
  const done = new Set<string>();
  return orderRules(rules).flatMap((rule) => {
    const { allowed_licenses, banned_licenses, allow_unknown, multi_license_permissive } = rule.criteria;
    const bad = findBadLicences(licences, {
      allowed: allowed_licenses?.length ? allowed_licenses : undefined,
      banned: banned_licenses?.length ? banned_licenses : undefined,
      permissive: multi_license_permissive ?? false,
      allowsUnknown: allow_unknown ?? !allowed_licenses?.length,
    }).filter((name) => !done.has(name));
    for (const name of bad) done.add(name);
    return bad.map((subject) => ({ rule, subject, severity: rankOf(subject === unknownLicence ? 'Medium' : 'High'), component, fixed_versions: [] }));
  });
}

const riskOrder = ['High', 'Medium', 'Low'] as const;

function breakRisk({ rules }: Policy, risk: Risk | undefined, component: ComponentRow | undefined): Broken[] {
  if (!risk) return [];
  const rule = orderRules(rules).find(({ criteria }) => riskOrder.indexOf(risk.level) <= riskOrder.indexOf(criteria.op_risk_min_risk ?? 'High'));
  return rule ? [{ rule, subject: risk.level, severity: rankOf(risk.level), component, fixed_versions: [] }] : [];
}

function breakPolicy(facts: Facts, policy: Policy, target: JudgedThing): Broken[] {
  if (isAssembly(target) && policy.type !== 'security') return (facts.parts.get(target.id) ?? []).flatMap((part) => breakPolicy(facts, policy, part));
  const own = target.component_id === null ? undefined : facts.components.get(target.component_id);
  if (policy.type === 'security') return breakSecurity(policy, facts.findings.get(target.id) ?? []);
  if (policy.type === 'license') {
    const inside = (facts.held.get(target.id) ?? []).flatMap((one) => breakLicences(policy, one.licences, facts.components.get(one.component_id)));
    return [...breakLicences(policy, facts.licences.get(target.id)?.licences ?? target.licences, own), ...inside];
  }
  return breakRisk(policy, target.component_id === null ? undefined : facts.risks.get(target.component_id), own);
}

interface Collected extends Wanted {
  isOpen: boolean;
}

function collect(facts: Facts, watch: ActiveWatch, policy: Policy, target: JudgedThing, project: string | undefined): Wanted[] {
  const all = new Map<string, Collected>();
  const ruled = new Date(Math.max(watch.modified_at.getTime(), Date.parse(policy.modified)));
  for (const { rule, subject, severity, component, fixed_versions, finding } of breakPolicy(facts, policy, target)) {
    const place = { watch_id: watch.id, policy_id: policy.id, rule: rule.name, kind: policy.type, subject };
    const key = makeKey({ ...place, target_id: target.id });
    const breach = { kind: policy.type, subject, component, target, project, watch: watch.name, policy: policy.name, violation: facts.known.get(key) };
    const ignoring = findIgnoring(facts.rules, breach);
    const ignored = ignoring && { by: ignoring.id, until: ignoring.expires_at };
    const { custom_severity, fail_build = false } = rule.actions;
    const rank = custom_severity ? rankOf(custom_severity) : severity;
    const before = all.get(key);
    if (!before) {
      const components = component ? [component.id] : [];
      const moments = { found: finding?.foundAt ?? null, signalled: finding?.signalledAt ?? null, ruled };
      const one = {
        ...place,
        key,
        target,
        moments,
        severity: rank,
        components,
        fixed_versions: [...fixed_versions],
        fails_build: fail_build,
        actions: rule.actions,
      };
      all.set(key, { ...one, ignored, isOpen: !ignored });
      continue;
    }
    before.severity = Math.min(before.severity, rank);
    if (component && !before.components.includes(component.id)) before.components.push(component.id);
    before.fixed_versions = [...new Set([...before.fixed_versions, ...fixed_versions])];
    // Ignored only where each of its components is, and as long as all of them are.
    before.isOpen ||= !ignored;
    if (ignored?.until && (before.ignored?.until == null || ignored.until < before.ignored.until)) before.ignored = ignored;
  }
  return [...all.values()].map(({ isOpen, ...wanted }) => ({
    ...wanted,
    components: wanted.components.sort((one, other) => one - other),
    fixed_versions: wanted.fixed_versions.sort(),
    ignored: isOpen ? undefined : wanted.ignored,
  }));
}

/** Every violation that there is in some versions. A function of the facts alone. */
export function judgeTargets(facts: Facts): Wanted[] {
  return facts.targets.flatMap((target) => {
    const repository = facts.repositories.get(target.repository);
    if (!repository) return [];
    const labelled = { ...target, label: facts.labelOf(target) };
    return facts.watches
      .filter((watch) => looksAt(watch, repository, labelled, facts.judgedBuilds))
      .flatMap((watch) => watch.policies.flatMap((policy) => collect(facts, watch, policy, target, findProject(repository))));
  });
}
