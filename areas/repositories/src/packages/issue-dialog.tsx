import type { Issue } from '@packhouse/contract/scanning-routes.ts';
import { Banner, Button, Dialog, Digest, Facts, RelativeTime, SeverityTag, Skeleton } from '@packhouse/ui/core.ts';
import { lazy, Suspense } from 'react';
import { WebLink } from './package-page.tsx';
import { t } from './security-messages.ts';

// What advisories say is markdown of strangers; this shows it without what could do harm.
const Markdown = lazy(async () => ({ default: (await import('@packhouse/ui/markdown.tsx')).Markdown }));

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

/** Everything that is known of a vulnerability, and where it is in this version. */
export function IssueDialog({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  return (
    <Dialog title={issue.id} shape="drawer" onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <div className="pkg-issue">
        {issue.skipped && <Banner kind="info">{t('skippedHelp')}</Banner>}
        <p>{issue.summary}</p>
        <Facts
          items={[
            [t('severity'), <SeverityTag key="severity" severity={issue.severity} />],
            [t('where'), <Places key="where" issue={issue} />],
            issue.advisories.join() === issue.id ? undefined : [t('advisories'), issue.advisories.join(', ')],
            issue.aliases.length > 0 ? [t('aliases'), issue.aliases.join(', ')] : undefined,
            issue.cvss.length > 0 ? [t('scores'), issue.cvss.map(({ score, vector }) => `${score} (${vector})`).join(', ')] : undefined,
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
        {issue.details && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <Markdown text={issue.details} />
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}
