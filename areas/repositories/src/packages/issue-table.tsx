import { useAddress } from '@packhouse/console-kit/lists.ts';
import type { Issue, ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { Button, SeverityTag, StatusTag } from '@packhouse/ui/core.ts';
import { ignoredText } from '../alerts/finding-choice.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { t } from './security-words.ts';

const componentText = ({ components: [first, ...others] }: Issue) =>
  first ? `${first.name} ${first.version}${others.length > 0 ? ` ${t('more', { count: others.length })}` : ''}` : '';

/** Vulnerabilities with what mends them; the one that is open is in the address. */
export function IssueTable({ issues, details }: { issues: readonly Issue[]; details: ScanDetails }) {
  const [{ issue: asked }, change] = useAddress('issue');
  const open = issues.find(({ id }) => id === asked);
  const show = (id = '') => change({ issue: id });
  return (
    <div className="pkg-table-frame">
      <table className="pkg-table">
        <thead>
          <tr>
            <th scope="col">{t('vulnerability')}</th>
            <th scope="col">{t('severity')}</th>
            <th scope="col">{t('component')}</th>
            <th scope="col">{t('fixedIn')}</th>
          </tr>
        </thead>
        <tbody>
          {issues.map((issue) => (
            <tr key={issue.id}>
              <th scope="row">
                <Button kind="ghost" size="small" aria-label={t('details', { id: issue.id })} onClick={() => show(issue.id)}>
                  {issue.id}
                </Button>
                <span className="pkg-media">{issue.ignored ? ignoredText(issue.ignored) : issue.summary}</span>
              </th>
              <td data-label={t('severity')}>
                {issue.skipped ? <StatusTag kind="neutral">{t('skipped')}</StatusTag> : <SeverityTag severity={issue.severity} />}
                {issue.exploited && <StatusTag kind="bad">{t('exploited')}</StatusTag>}
              </td>
              <td data-label={t('component')}>
                <code>{componentText(issue)}</code>
              </td>
              <td data-label={t('fixedIn')}>
                {[...new Set(issue.components.flatMap(({ fixed_versions }) => fixed_versions))].join(', ') || <span className="ph-muted">{t('noFix')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open && <IssueDialog issue={open} details={details} onClose={() => show(undefined)} />}
    </div>
  );
}
