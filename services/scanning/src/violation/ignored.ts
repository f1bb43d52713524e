import type { JudgedThing } from '../assembly/assembly.ts';
import { fitsArtifact, fitsComponent } from '../ignore/fits-thing.ts';
import type { IgnoreRuleRow } from '../ignore/ignore-queries.ts';
import type { ComponentRow } from './evaluation-queries.ts';

export type LiveRule = IgnoreRuleRow & { canonicals: string[] };

/** A rule of a policy that is broken in one component of a version. */
export interface Breach {
  kind: 'security' | 'license' | 'operational_risk';
  subject: string;
  component: ComponentRow | undefined;
  target: JudgedThing;
  project: string | undefined;
  watch: string;
  policy: string;
  /** Of the violation as it is kept, where it is. */
  violation: number | undefined;
}

function isAbout(rule: LiveRule, { kind, subject, violation }: Breach): boolean {
  if (rule.violation_id !== null) return rule.violation_id === violation;
  if (kind === 'operational_risk') return rule.risks;
  if (kind === 'license') return rule.licences?.some((name) => name === '' || name.toLowerCase() === subject.toLowerCase()) ?? false;
  return rule.canonicals.includes('') || rule.canonicals.includes(subject);
}

/** The rule that ignores a breach the longest; rules come with the longest first. */
export function findIgnoring(rules: readonly LiveRule[], breach: Breach): LiveRule | undefined {
  const { watch, policy, project, target, component } = breach;
  return rules.find(
    (rule) =>
      isAbout(rule, breach) &&
      (rule.project === null || rule.project === project) &&
      (rule.watches === null || rule.watches.includes(watch)) &&
      (rule.policies === null || rule.policies.includes(policy)) &&
      fitsComponent(rule, component) &&
      fitsArtifact(rule, target),
  );
}
