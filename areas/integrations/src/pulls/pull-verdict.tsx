import { JudgedBy } from '@packhouse/console-kit/console-kit.ts';
import type { GitPullRequest } from '@packhouse/contract/scanning/git-pull-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { nameSeverity, SeverityTag, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import { t } from './pull-words.ts';

const kinds: Readonly<Record<GitPullRequest['state'], StatusKind>> = { open: 'running', merged: 'good', closed: 'neutral' };

export function PullState({ state }: Pick<GitPullRequest, 'state'>) {
  return <StatusTag kind={kinds[state]}>{t(`state_${state}`)}</StatusTag>;
}

const countFresh = (scan: NonNullable<GitPullRequest['scan']>): number => Object.values(scan.fresh).reduce((sum, count) => sum + count, 0);

/** What the scan says of a pull request, in a word. */
export function PullVerdict({ scan }: Pick<GitPullRequest, 'scan'>) {
  if (!scan) return <StatusTag kind="neutral">{t('notScanned')}</StatusTag>;
  const count = countFresh(scan);
  if (count > 0) return <StatusTag kind="bad">{t('adds', { count })}</StatusTag>;
  if (scan.filesRead === 0 && scan.files > 0) return <StatusTag kind="warning">{t('notRead')}</StatusTag>;
  const names = scan.notJudged.join(', ');
  if (scan.judgedBy.length === 0) return <StatusTag kind="neutral">{t('unjudged', { names: names || '–' })}</StatusTag>;
  return (
    <span className="ph-severities">
      {names === '' ? <StatusTag kind="good">{t('nothingNew')}</StatusTag> : <StatusTag kind="warning">{t('nothingNewBut', { names })}</StatusTag>}
      <JudgedBy sources={scan.judgedBy} />
    </span>
  );
}

/** What it brings, by severity. */
export function Added({ scan }: { scan: NonNullable<GitPullRequest['scan']> }) {
  if (countFresh(scan) === 0) return '0';
  return (
    <span className="ph-severities">
      {severities.map((severity) => {
        const count = scan.fresh[severity] ?? 0;
        return count === 0 ? null : (
          <SeverityTag key={severity} severity={severity}>
            {count} {nameSeverity(severity)}
          </SeverityTag>
        );
      })}
    </span>
  );
}
