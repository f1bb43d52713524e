import type { RouteReply } from '@packhouse/contract/route.ts';
import type { readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { t } from './violation-words.ts';

type Event = RouteReply<typeof readViolation>['events'][number];

const closings: Readonly<Record<string, 'because_fixed' | 'because_withdrawn' | 'because_policy' | 'because_gone'>> = {
  fixed: 'because_fixed',
  withdrawn: 'because_withdrawn',
  'policy changed': 'because_policy',
  'target gone': 'because_gone',
};

const openings: Readonly<
  Record<string, 'by_content' | 'by_advisory' | 'by_exploitation' | 'by_change' | 'by_licence' | 'by_risk' | 'by_properties' | 'by_repository'>
> = {
  'new content': 'by_content',
  'new advisory': 'by_advisory',
  exploitation: 'by_exploitation',
  'policy changed': 'by_change',
  'licence changed': 'by_licence',
  'risk changed': 'by_risk',
  'properties changed': 'by_properties',
  'repository changed': 'by_repository',
};

function ruleText(what: 'ignored' | 'returned', rule: NonNullable<Event['rule']>): string {
  const { author, notes, approved_by: approver, ended_by: ender } = rule;
  if (what === 'returned') return ender === null ? t('ruleLapsed', { user: author }) : t('ruleEnded', { user: ender });
  return approver === null ? t('ignoredFor', { user: author, reason: notes }) : t('ignoredAsAsked', { user: approver, asker: author, reason: notes });
}

/** Says what happened to a violation, by whom and why. */
export function eventText({ what, reason, rule }: Event): string {
  if (rule && (what === 'ignored' || what === 'returned')) return ruleText(what, rule);
  const closing = what === 'closed' && reason !== null ? closings[reason] : undefined;
  if (closing) return t('closedBecause', { reason: t(closing) });
  const opening = what === 'opened' && reason !== null ? openings[reason] : undefined;
  return opening ? t('openedBy', { reason: t(opening) }) : t(`was_${what}`);
}
