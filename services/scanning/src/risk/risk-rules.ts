import type { OperationalRisk, RiskFacts } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { Support } from '@packhouse/contract/scanning/support.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';

interface RiskRule {
  level: Exclude<OperationalRisk['level'], 'None'>;
  /** Why it is so; undefined where the rule does not fit. */
  reason(facts: RiskFacts, monthsSinceNewest: number): Said | undefined;
}

const when = (condition: boolean, reason: () => Said) => (condition ? reason() : undefined);

/** From the worst on; the first that fits says the level, each that fits says why. */
const rules: readonly RiskRule[] = [
  { level: 'High', reason: ({ yanked }) => when(yanked, () => say(scanningWords.risk_yanked)) },
  { level: 'High', reason: ({ deprecated }) => when(deprecated !== null, () => say(scanningWords.risk_deprecated)) },
  {
    level: 'Medium',
    reason: ({ age_months, newer_versions }) => when(age_months >= 36 && newer_versions > 0, () => say(scanningWords.risk_old, { months: age_months })),
  },
  { level: 'Medium', reason: ({ newer_versions }) => when(newer_versions >= 10, () => say(scanningWords.risk_behind, { count: newer_versions })) },
  {
    level: 'Low',
    reason: ({ newer_versions }) => when(newer_versions >= 3 && newer_versions < 10, () => say(scanningWords.risk_behind, { count: newer_versions })),
  },
  { level: 'Low', reason: (_, months) => when(months >= 24, () => say(scanningWords.risk_unmaintained, { months })) },
];

const supportWords = {
  ended: scanningWords.support_ended,
  ending: scanningWords.support_ending,
  limited: scanningWords.support_limited,
};

function tellSupport({ state, product, cycle, day }: Support): Said {
  return day === null ? say(scanningWords.support_over, { product, cycle }) : say(supportWords[state], { product, cycle, day });
}

/** What is out of support is as bad as it gets, unless it is only one of the packages of an image; the rest is said in time. */
function rateSupport({ state, what }: Support): RiskRule['level'] {
  if (state !== 'ended') return 'Low';
  return what === 'component' ? 'Medium' : 'High';
}

const levels = ['High', 'Medium', 'Low'] as const;

/** How risky it is to go on with a version, and why. */
export function judgeRisk(facts: RiskFacts, monthsSinceNewest: number): { level: OperationalRisk['level']; said: Said[] } {
  const support = (facts.support ?? []).map((one) => ({ level: rateSupport(one), reason: tellSupport(one) }));
  const fitting = rules.flatMap((rule) => {
    const reason = rule.reason(facts, monthsSinceNewest);
    return reason ? [{ level: rule.level, reason }] : [];
  });
  const all = [...support, ...fitting];
  return { level: levels.find((level) => all.some((one) => one.level === level)) ?? 'None', said: all.map(({ reason }) => reason) };
}
