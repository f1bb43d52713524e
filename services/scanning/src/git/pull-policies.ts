import { plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { failsPullRequests } from '@packhouse/contract/scanning/policy-routes.ts';
import type { JudgedThing } from '../assembly/assembly.ts';
import type { Context } from '../context.ts';
import { findBrokenRule, orderRules, rankOf } from '../policy/judge-rules.ts';
import { type ActiveWatch, selectActiveWatches, selectLiveRules } from '../violation/evaluation-queries.ts';
import { findIgnoring, type LiveRule } from '../violation/ignored.ts';
import { looksAtSource } from '../watch/reach.ts';
import type { ScanFinding } from './git-queries.ts';
import { type KnownVulnerability, selectVulnerabilities } from './pull-policy-queries.ts';

/** A rule that keeps a pull request from being good, and how many of its new vulnerabilities break it. */
export interface BrokenRule {
  watch: string;
  policy: string;
  rule: string;
  count: number;
}

/** A lock file in the words of ignore rules: its repository, and its path there. */
const makePlace = (repository: string, { path }: ScanFinding): JudgedThing => ({
  id: 0,
  repository,
  path,
  format: plainFormat,
  package: repository,
  version: '',
  sha256: null,
  component_id: null,
  licences: [],
});

interface Facts {
  fullName: string;
  known: ReadonlyMap<string, KnownVulnerability>;
  rules: readonly LiveRule[];
}

/** Of each rule that fails pull requests, how many findings break it; those that are ignored break none. */
function judgeBy({ fullName, known, rules }: Facts, watch: ActiveWatch, findings: readonly ScanFinding[]): BrokenRule[] {
  return watch.policies
    .filter(({ type }) => type === 'security')
    .flatMap((policy) => {
      const ordered = orderRules(policy.rules);
      const counts = new Map<string, number>();
      for (const finding of findings) {
        const { names = [finding.advisory], score = null, exploited = false, epss = null } = known.get(finding.advisory) ?? {};
        const { component: name, ecosystem, purl, version } = finding;
        const component = { id: 0, name, ecosystem, distro: '', purl, version };
        const rule = findBrokenRule(ordered, {
          rank: rankOf(finding.severity),
          score,
          fixed_versions: finding.fixedVersions,
          names,
          exploited,
          epss,
          component,
        });
        if (!rule || !failsPullRequests(rule.actions)) continue;
        const breach = {
          kind: 'security' as const,
          subject: finding.advisory,
          component,
          target: makePlace(fullName, finding),
          project: undefined,
          watch: watch.name,
          policy: policy.name,
          violation: undefined,
        };
        if (!findIgnoring(rules, breach)) counts.set(rule.name, (counts.get(rule.name) ?? 0) + 1);
      }
      return [...counts].map(([rule, count]) => ({ watch: watch.name, policy: policy.name, rule, count }));
    });
}

/** Which rules that fail pull requests are broken by what one brings. */
export async function findBrokenRules({ db }: Pick<Context, 'db'>, fullName: string, findings: readonly ScanFinding[]): Promise<BrokenRule[]> {
  const watches = findings.length === 0 ? [] : (await selectActiveWatches(db)).filter((watch) => looksAtSource(watch, fullName));
  if (watches.length === 0) return [];
  const canonicals = [...new Set(findings.map(({ advisory }) => advisory))];
  const [known, rules] = await Promise.all([selectVulnerabilities(db, canonicals), selectLiveRules(db, canonicals)]);
  return watches.flatMap((watch) => judgeBy({ fullName, known, rules }, watch, findings));
}
