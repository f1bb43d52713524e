import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { unignoreAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import type { Issue, ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import type { Assessment } from '@packhouse/contract/scanning/vex.ts';
import { Banner, Button, Dialog, Digest, Facts, formatNumber, notify, RelativeTime, SeverityTag, Skeleton } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { staleAfterIgnoring, useAlert } from '../alerts/alert.ts';
import { t as alertText } from '../alerts/alerts-words.ts';
import { assessmentText, ignoredText } from '../alerts/finding-choice.tsx';
import { IssueWays } from './issue-ways.tsx';
import { WebLink } from './package-page.tsx';
import { t } from './security-words.ts';

// Forms bring their library along, which nobody needs who only looks.
const IgnoreDialog = lazy(async () => ({ default: (await import('../alerts/ignore-dialog.tsx')).IgnoreDialog }));

// What advisories say is markdown of strangers; this shows it without what could do harm.
const Markdown = lazy(async () => ({ default: (await import('@packhouse/ui/values/markdown.tsx')).Markdown }));

function Places({ issue }: { issue: Issue }) {
  return (
    <ul className="pkg-places">
      {issue.components.map((one) => (
        <li key={`${one.purl} ${one.location}`}>
          <code>{`${one.name} ${one.version}`}</code>
          <span className="ph-muted">{one.location || t('itself')}</span>
          {one.layer && <Digest value={one.layer} />}
          <span>{one.fixed_versions.length > 0 ? `${t('fixedIn')} ${one.fixed_versions.join(', ')}` : t('noFix')}</span>
        </li>
      ))}
    </ul>
  );
}

/** What others say of it in what it is found in here, the newest first. */
function Assessments({ assessments }: { assessments: readonly Assessment[] }) {
  return (
    <ul className="pkg-places">
      {assessments.map((one) => (
        <li key={`${one.issuer} ${one.document} ${one.at} ${one.status}`}>
          <span>{assessmentText(one)}</span>
          {!one.trusted && <span className="ph-muted">{alertText('vexUntrusted')}</span>}
          <span className="ph-muted">
            {one.document} <RelativeTime at={one.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Offers what can be done with a vulnerability in this version. */
function IssueActions({ issue, details, onClose }: { issue: Issue; details: ScanDetails; onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const place = { repoKey: details.repository, path: details.path };
  const alert = useAlert(place, isAsking);
  const showing = useMutation(mutation(unignoreAlert, { stale: staleAfterIgnoring }));
  const refusal = details.may_ignore ? undefined : alertText('needIgnore');
  const again = () =>
    showing.mutate(
      { body: { ...place, findings: [issue.id] } },
      { onSuccess: () => notify.good(t('counts', { id: issue.id })), onError: ({ message }) => notify.bad(message), onSettled: onClose },
    );
  return (
    <>
      {issue.ignored ? (
        <Button
          loading={showing.isPending}
          refusal={refusal ?? (issue.ignored.own ? undefined : alertText(issue.ignored.vex ? 'ofVex' : 'wider'))}
          onClick={again}
        >
          {alertText('unignore')}
        </Button>
      ) : (
        !issue.skipped && (
          <Button refusal={refusal} onClick={() => setAsking(true)}>
            {t('ignore')}
          </Button>
        )
      )}
      <Button onClick={onClose}>{t('close')}</Button>
      <Suspense>
        {isAsking && alert && (
          <IgnoreDialog place={place} name={details.name} alert={alert} finding={issue.id} onDone={onClose} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </>
  );
}

/** Everything that is known of a vulnerability, and where it is in this version. */
export function IssueDialog({ issue, details, onClose }: { issue: Issue; details: ScanDetails; onClose: () => void }) {
  return (
    <Dialog title={issue.id} shape="drawer" onClose={onClose} footer={<IssueActions issue={issue} details={details} onClose={onClose} />}>
      <div className="pkg-issue">
        {issue.ignored && <Banner kind="info">{ignoredText(issue.ignored)}</Banner>}
        {issue.skipped && <Banner kind="info">{t('skippedHelp')}</Banner>}
        <p>{issue.summary}</p>
        <Facts
          items={[
            [t('severity'), <SeverityTag key="severity" severity={issue.severity} />],
            [t('where'), <Places key="where" issue={issue} />],
            issue.assessments ? [alertText('vex'), <Assessments key="vex" assessments={issue.assessments} />] : undefined,
            issue.advisories.join() === issue.id ? undefined : [t('advisories'), issue.advisories.join(', ')],
            issue.aliases.length > 0 ? [t('aliases'), issue.aliases.join(', ')] : undefined,
            issue.cvss.length > 0 ? [t('scores'), issue.cvss.map(({ score, vector }) => `${score} (${vector})`).join(', ')] : undefined,
            issue.exploited ? [t('exploitedSince'), <RelativeTime key="exploited" at={`${issue.exploited}T00:00:00Z`} />] : undefined,
            issue.epss === null ? undefined : [t('probability'), `${formatNumber(Math.round(issue.epss * 1000) / 10)} %`],
            issue.cwes.length > 0 ? [t('weaknesses'), issue.cwes.join(', ')] : undefined,
            issue.published ? [t('published'), <RelativeTime key="published" at={issue.published} />] : undefined,
            issue.source ? [t('source'), issue.source] : undefined,
            issue.references.length > 0
              ? [
                  t('references'),
                  <ul key="references" className="pkg-places">
                    {issue.references.map(({ url }) => (
                      <li key={url}>
                        <WebLink url={url} />
                      </li>
                    ))}
                  </ul>,
                ]
              : undefined,
          ]}
        />
        <IssueWays id={issue.id} />
        {issue.details && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <Markdown text={issue.details} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}
