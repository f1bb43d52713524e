import { JudgedBy } from '@packhouse/console-kit/console-kit.ts';
import type { GitRepository } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { nameSeverity, RelativeTime, SeverityTag, type StatusKind, StatusTag, Tag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { t } from './scanning-words.ts';

type Scan = NonNullable<GitRepository['lastScan']>;

const activities: Readonly<Record<'waiting' | 'looking', StatusKind>> = { waiting: 'neutral', looking: 'running' };

function LastScan({ repository: { selected, lastScan, error, activity } }: { repository: GitRepository }) {
  const problem = error ?? lastScan?.reason;
  return (
    <>
      {activity !== 'idle' && <StatusTag kind={activities[activity]}>{t(`activity_${activity}`)}</StatusTag>}{' '}
      {lastScan ? (
        <>
          <RelativeTime at={lastScan.at} /> <span className="ph-mono ph-muted">{lastScan.commit.slice(0, 8)}</span>
        </>
      ) : (
        <span className="ph-muted">{t(selected ? 'notScanned' : 'notSelected')}</span>
      )}
      {problem && <span className="integration-problem">{words().said(problem)}</span>}
    </>
  );
}

/** What the last scan found that was not there before, by severity. */
function NewFindings({ scan }: { scan: Pick<Scan, 'newFindings' | 'judgedBy' | 'notJudged'> }) {
  const found = severities.flatMap((severity) => {
    const count = scan.newFindings[severity] ?? 0;
    return count > 0 ? [{ severity, count }] : [];
  });
  const unjudged = scan.notJudged && <StatusTag kind="neutral">{t('notJudged', { names: scan.notJudged.join(', ') })}</StatusTag>;
  if (found.length === 0)
    return (
      <span className="ph-severities">
        {unjudged ?? (
          <StatusTag kind={scan.judgedBy.length > 0 ? 'good' : 'neutral'}>{t(scan.judgedBy.length > 0 ? 'noFindings' : 'nothingToJudge')}</StatusTag>
        )}
        <JudgedBy sources={scan.judgedBy} />
      </span>
    );
  return (
    <span className="ph-severities">
      {found.map(({ severity, count }) => (
        <SeverityTag key={severity} severity={severity}>
          {count} {nameSeverity(severity)}
        </SeverityTag>
      ))}
      {unjudged}
    </span>
  );
}

/** How much of what tells of packages could be read. */
function Coverage({ scan: { files, filesRead, unread } }: { scan: Scan }) {
  if (files === 0) return <span className="ph-muted">{t('noFiles')}</span>;
  const text = t('coverageOf', { read: String(filesRead), count: files });
  if (filesRead === files) return <span>{text}</span>;
  return (
    <>
      <StatusTag kind="warning">{text}</StatusTag>
      {unread.map(({ path, reason }) => (
        <span key={path} className="integration-unread">
          <span className="ph-mono">{path}</span> {reason && words().said(reason)}
        </span>
      ))}
    </>
  );
}

/** What is shown of repositories; `pullsOf` is where the pull requests of one are. */
export function repositoryColumns(pullsOf: (one: GitRepository) => string): Column<GitRepository>[] {
  return [
    {
      id: 'repository',
      title: t('repository'),
      card: 'title',
      render: ({ fullName, isPrivate }) => (
        <>
          <span className="ph-mono">{fullName}</span> {isPrivate && <Tag>{t('private')}</Tag>}
        </>
      ),
    },
    { id: 'branch', title: t('branch'), optional: true, render: ({ defaultBranch }) => <span className="ph-mono">{defaultBranch}</span> },
    { id: 'lastScan', title: t('lastScan'), card: 'fact', width: '150px', render: (repository) => <LastScan repository={repository} /> },
    { id: 'newFindings', title: t('newFindings'), card: 'fact', width: '130px', render: ({ lastScan }) => lastScan && <NewFindings scan={lastScan} /> },
    {
      id: 'pulls',
      title: t('pullRequests'),
      width: '120px',
      render: (one) => <Link to={pullsOf(one)}>{t('openPulls', { count: one.openPullRequests })}</Link>,
    },
    { id: 'coverage', title: t('coverage'), width: '170px', render: ({ lastScan }) => lastScan && <Coverage scan={lastScan} /> },
  ];
}
