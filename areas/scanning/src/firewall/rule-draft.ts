import type { FirewallCondition, FirewallRule, FirewallRuleInput } from '@packhouse/contract/repositories/firewall-routes.ts';
import { nameSeverity } from '@packhouse/ui/core.ts';
import { t } from './firewall-words.ts';

/** A rule as its fields hold it. */
export interface RuleDraft {
  name: string;
  mode: FirewallRuleInput['mode'];
  repositories: string[];
  except: string[];
  unknown: FirewallRuleInput['unknown'];
  kind: FirewallCondition['kind'];
  days: number;
  least: (FirewallCondition & { kind: 'severity' })['least'];
  graceDays: number;
  list: 'allowed' | 'banned';
  licences: string[];
  signedBy: 'anybody' | 'trusted';
}

/** Rules begin by observing, and age is the one that costs least and keeps out most. */
export const newRule: RuleDraft = {
  name: '',
  mode: 'observe',
  repositories: ['*'],
  except: [],
  unknown: 'allow',
  kind: 'age',
  days: 3,
  least: 'High',
  graceDays: 0,
  list: 'banned',
  licences: [],
  signedBy: 'anybody',
};

export function makeDraft({ name, mode, repositories, except, unknown, condition }: FirewallRule): RuleDraft {
  const draft = { ...newRule, name, mode, repositories, except, unknown, kind: condition.kind };
  if (condition.kind === 'age') return { ...draft, days: condition.days };
  if (condition.kind === 'severity') return { ...draft, least: condition.least, graceDays: condition.graceDays };
  if (condition.kind === 'licence') return { ...draft, list: condition.allowed ? 'allowed' : 'banned', licences: condition.licences };
  if (condition.kind === 'provenance') return { ...draft, signedBy: condition.trusted ? 'trusted' : 'anybody' };
  return draft;
}

function getCondition({ kind, days, least, graceDays, list, licences, signedBy }: RuleDraft): FirewallCondition {
  if (kind === 'age') return { kind, days };
  if (kind === 'severity') return { kind, least, graceDays };
  if (kind === 'licence') return { kind, allowed: list === 'allowed', licences };
  if (kind === 'provenance') return signedBy === 'trusted' ? { kind, trusted: true } : { kind };
  return { kind };
}

/** Gives what the form sends. */
export function getBody(draft: RuleDraft): FirewallRuleInput {
  const { name, mode, repositories, except, unknown } = draft;
  return { name, mode, repositories, except, unknown, condition: getCondition(draft) };
}

/** The field of the form that the server calls this. */
export const findRuleField = (path: string) => path.replace(/^condition\./, '').replace(/\.\d+$/, '');

function getWhen(condition: FirewallCondition): string {
  switch (condition.kind) {
    case 'age':
      return t('when_age', { count: condition.days });
    case 'severity':
      return condition.graceDays > 0
        ? t('when_severity_grace', { severity: nameSeverity(condition.least), days: condition.graceDays })
        : t('when_severity', { severity: nameSeverity(condition.least) });
    case 'licence':
      return t(condition.allowed ? 'when_allowed' : 'when_banned', { licences: condition.licences.join(', ') });
    case 'provenance':
      return t(condition.trusted ? 'when_trusted' : 'when_provenance');
    default:
      return t(`when_${condition.kind}`);
  }
}

/** A rule as a sentence. */
export const ruleSentence = ({ condition, mode }: Pick<FirewallRule, 'condition' | 'mode'>) =>
  t('sentence', { what: getWhen(condition), follows: t(`mode_${mode}`) });
