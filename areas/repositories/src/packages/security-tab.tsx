import { call, isApiError, query, refresh, useRefusal, useSession } from '@packhouse/console-kit/console-kit.ts';
import { componentDetails, exportComponentDetails, type Issue, listIssues, type ScanDetails, scanNow } from '@packhouse/contract/scanning-routes.ts';
import { Banner, Button, EmptyState, notify, SeverityTag, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { IssueDialog } from './issue-dialog.tsx';
import { obstacle, Security } from './security.tsx';
import { t } from './security-messages.ts';
import { useVersion } from './version-page.tsx';

/** A scan under way is looked at so often. */
const followMilliseconds = 20_000;

/** Vulnerabilities of a version, or why there is nothing to say. */
export function SecurityTab() {
  const why = obstacle(useSession());
  const { version } = useVersion();
  if (why)
    return (
      <EmptyState icon="shield" title={t('notFound')}>
        {why}
      </EmptyState>
    );
  return <Scan key={version.id} />;
}

function Scan() {
  const { version } = useVersion();
  const ref = { packageId: version.packageId, version: version.name };
  const details = useQuery({
    ...query(componentDetails, { body: ref }),
    refetchInterval: ({ state }) => (state.data?.status === 'in progress' ? followMilliseconds : false),
  });
  const issues = useQuery({ ...query(listIssues, { query: { ...ref, num_of_rows: 500 } }), enabled: details.data?.vulnerabilities != null });
  if (details.isPending || issues.isLoading) return <Skeleton lines={6} height={20} />;
  // What cannot be had of scans is shown as none.
  if (!details.data)
    return (
      <EmptyState icon="shield" title={t('notFound')}>
        {t('notFoundHelp')}
      </EmptyState>
    );
  const { status, reason } = details.data;
  const isKnown = details.data.vulnerabilities !== null;
  return (
    <>
      <Summary details={details.data} scanRef={ref} />
      {!isKnown && status !== 'scanned' && (
        <EmptyState icon="shield" title={t(status)}>
          {reason}
        </EmptyState>
      )}
      {isKnown &&
        issues.data &&
        (issues.data.data.length > 0 ? (
          <IssueTable issues={issues.data.data} />
        ) : (
          <EmptyState icon="good" title={t('noIssues')}>
            {t('noIssuesHelp')}
          </EmptyState>
        ))}
    </>
  );
}

/** Gives the browser a document to keep. */
function keepFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/vnd.cyclonedx+json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

function Summary({ details, scanRef }: { details: ScanDetails; scanRef: { packageId: string; version: string } }) {
  const refusal = useRefusal(scanNow);
  const download = async () => {
    const name = `${details.name}-${details.version}`.replace(/[^A-Za-z0-9._-]+/g, '_');
    await call(exportComponentDetails, { body: scanRef }).then(
      (document) => keepFile(`${name}.cdx.json`, document),
      () => notify.bad(t('downloadFailed')),
    );
  };
  const scanAgain = async () => {
    try {
      await call(scanNow, { body: scanRef });
      notify.good(t('scanStarted'));
      await refresh(componentDetails, listIssues);
    } catch (error) {
      if (isApiError(error)) notify.bad(error.message);
      else throw error;
    }
  };
  return (
    <>
      <div className="pkg-filters">
        <Security vulnerabilities={details.vulnerabilities} />
        <span className="ph-muted">{t('components', { count: details.components })}</span>
        <Button icon="download" onClick={() => void download()}>
          {t('download')}
        </Button>
        <Button icon="clock" refusal={refusal} onClick={() => void scanAgain()}>
          {t('scanAgain')}
        </Button>
      </div>
      {details.partial && <Banner kind="warning">{t('partial', { what: details.partial })}</Banner>}
    </>
  );
}

const componentText = ({ components: [first, ...others] }: Issue) =>
  first ? `${first.name} ${first.version}${others.length > 0 ? ` ${t('more', { count: others.length })}` : ''}` : '';

function IssueTable({ issues }: { issues: readonly Issue[] }) {
  const [params, setParams] = useSearchParams();
  const open = issues.find(({ id }) => id === params.get('issue'));
  const show = (id: string | undefined) => setParams(id === undefined ? {} : { issue: id }, { replace: true });
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
                <span className="pkg-media">{issue.summary}</span>
              </th>
              <td data-label={t('severity')}>
                {issue.skipped ? <StatusTag kind="neutral">{t('skipped')}</StatusTag> : <SeverityTag severity={issue.severity} />}
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
      {open && <IssueDialog issue={open} onClose={() => show(undefined)} />}
    </div>
  );
}
