import { useSession } from '@packhouse/console-kit/console-kit.ts';
import type { FixFirst, readSecurityOverview } from '@packhouse/contract/scanning/overview-routes.ts';
import type { Violation } from '@packhouse/contract/scanning/violation.ts';
import { Banner, EmptyState, formatNumber, LinkButton, nameSeverity, RelativeTime, Section, SeverityTag, StatusTag, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { coveragePath } from '../gaps/coverage-screens.ts';
import { newPolicyPath, violationListPath, violationPath } from '../governing/governing-screens.ts';
import { indexedResourcesPath } from '../indexing/indexing-screens.ts';
import { VersionPlace } from '../version-place.tsx';
import { t } from './overview-words.ts';

export type Overview = z.output<typeof readSecurityOverview.reply>;

const presetsPath = '/admin/security/advisory-sources/presets';
const subjectPath = (subject: string) => `${violationListPath}?subject=${encodeURIComponent(subject)}`;

function Figure({ name, value, children, to }: { name: string; value: number; children?: ReactNode; to?: string }) {
  return (
    <div className="scan-figure">
      <dt>{name}</dt>
      <dd>
        {to ? <Link to={to}>{formatNumber(value)}</Link> : <b>{formatNumber(value)}</b>}
        <span className="ph-muted">{children}</span>
      </dd>
    </div>
  );
}

/** The four numbers on top. */
export function Figures({ overview: { active, ignored, severities, blocking, fixable, day } }: { overview: Overview }) {
  return (
    <dl className="scan-figures">
      <Figure name={t('active')} value={active} to={violationListPath}>
        {severities.map(({ severity, count }) => (
          <Link key={severity} to={`${violationListPath}?severity=${severity}`}>
            <SeverityTag severity={severity}>{`${formatNumber(count)} ${nameSeverity(severity)}`}</SeverityTag>
          </Link>
        ))}
        {ignored > 0 && t('ignored', { count: ignored })}
      </Figure>
      <Figure name={t('newToday')} value={day.opened} to={`${violationListPath}?sort=-time`}>
        {t('closedToday', { count: day.closed })}
      </Figure>
      <Figure name={t('blocking')} value={blocking}>
        {t('ofActive', { count: formatNumber(active) })}
      </Figure>
      <Figure name={t('fixable')} value={fixable} to={`${violationListPath}?group=component`}>
        {t('ofActive', { count: formatNumber(active) })}
      </Figure>
    </dl>
  );
}

function fixColumns(): Column<FixFirst>[] {
  return [
    {
      id: 'subject',
      title: t('vulnerability'),
      card: 'title',
      width: '40%',
      render: ({ subject, summary }) => (
        <span className="scan-two-lines">
          <Link to={subjectPath(subject)} className="ph-main-link">
            {subject}
          </Link>
          <span className="ph-muted">{summary}</span>
        </span>
      ),
    },
    { id: 'severity', title: t('severity'), card: 'fact', width: '110px', render: ({ severity }) => <SeverityTag severity={severity} /> },
    {
      id: 'why',
      title: t('why'),
      card: 'fact',
      width: '170px',
      render: ({ exploited, epss }) => (
        <span className="scan-name">
          {exploited !== null && (
            <span title={t('exploitedSince', { day: exploited })}>
              <StatusTag kind="bad">{t('exploited')}</StatusTag>
            </span>
          )}
          {exploited === null && epss === null && <span className="ph-muted">{t('notExploited')}</span>}
          {epss !== null && (
            <span title={t('likelyText')}>
              <Tag>{t('likely', { percent: (epss * 100).toFixed(epss < 0.01 ? 1 : 0) })}</Tag>
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'fix',
      title: t('fix'),
      card: 'fact',
      width: '150px',
      render: ({ fixed_versions }) =>
        fixed_versions.length > 0 ? <span className="ph-mono">{fixed_versions.join(', ')}</span> : <span className="ph-muted">{t('noFix')}</span>,
    },
    { id: 'reach', title: t('reach'), card: 'fact', width: '120px', render: ({ versions }) => t('reachText', { count: versions }) },
  ];
}

/** Nothing was found, and nobody could have found anything. */
function NobodyJudges({ title }: { title: string }) {
  return (
    <EmptyState icon="warning" title={title}>
      {t('nobodyJudges')}
    </EmptyState>
  );
}

/** What to mend first. */
export function FixFirstPart({ rows, isJudged }: { rows: readonly FixFirst[]; isJudged: boolean }) {
  return (
    <Section title={t('fixFirst')} lead={t('fixFirstLead')}>
      <DataTable<FixFirst>
        id="fix-first"
        label={t('fixFirst')}
        rows={rows}
        columns={fixColumns()}
        rowKey={({ subject }) => subject}
        empty={isJudged ? <EmptyState icon="good" title={t('nothingToFix')} /> : <NobodyJudges title={t('nothingToFix')} />}
      />
    </Section>
  );
}

function newColumns(): Column<Violation>[] {
  return [
    {
      id: 'finding',
      title: t('finding'),
      card: 'title',
      width: '34%',
      render: ({ id, subject, summary }) => (
        <span className="scan-two-lines">
          <Link to={violationPath(id)} className="ph-main-link">
            {subject}
          </Link>
          <span className="ph-muted">{summary}</span>
        </span>
      ),
    },
    { id: 'severity', title: t('severity'), card: 'fact', width: '110px', render: ({ severity }) => <SeverityTag severity={severity} /> },
    {
      id: 'artifact',
      title: t('artifact'),
      card: 'fact',
      render: (row) => <VersionPlace {...row} />,
    },
    { id: 'since', title: t('since'), width: '120px', render: ({ created }) => <RelativeTime at={created} /> },
  ];
}

/** What came since yesterday. */
export function NewestPart({ rows, isJudged }: { rows: readonly Violation[]; isJudged: boolean }) {
  return (
    <Section title={t('newest')} actions={<LinkButton to={violationListPath}>{t('all')}</LinkButton>}>
      <DataTable<Violation>
        id="newest-violations"
        label={t('newest')}
        rows={rows}
        columns={newColumns()}
        rowKey={({ id }) => id}
        empty={isJudged ? <EmptyState icon="good" title={t('nothingNew')} /> : <NobodyJudges title={t('nothingNew')} />}
      />
    </Section>
  );
}

/** By which sources is judged and how old they are; what no source stands for is not called free of anything. */
export function SourcesPart({ overview: { sources, not_judged, scans } }: { overview: Overview }) {
  return (
    <Section
      title={t('judgedBy')}
      actions={<LinkButton to={coveragePath}>{t('whatIsNot')}</LinkButton>}
      lead={t('scanned', { scanned: formatNumber(scans.scanned), total: formatNumber(scans.total) })}
    >
      {sources.length === 0 && <p className="ph-muted">{t('noWholeSource')}</p>}
      <ul className="scan-sources">
        {sources.map(({ name, at, ecosystems, is_old }) => (
          <li key={name}>
            <span className="scan-name">
              <b>{name}</b>
              {is_old && <StatusTag kind="warning">{t('old')}</StatusTag>}
            </span>
            <span className="ph-muted">
              {ecosystems.slice(0, 12).join(', ')} · {t('asOf')} <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ul>
      {not_judged.length > 0 && <Banner kind="warning">{t('notJudged', { names: not_judged.join(', ') })}</Banner>}
    </Section>
  );
}

/** What is to be done before anything can be said; undefined when enough is there. */
export function useFirstThingsFirst({ sources, watches, scans, active }: Overview): ReactNode {
  const { administrator } = useSession();
  const say = (title: string, help: string, to: string, label: string) => (
    <EmptyState icon="shield" title={title} action={administrator && <LinkButton to={to}>{label}</LinkButton>}>
      {administrator ? help : `${help} ${t('askForIt')}`}
    </EmptyState>
  );
  if (active > 0) return undefined;
  if (scans.total === 0) return say(t('nothingStored'), t('nothingStoredHelp'), indexedResourcesPath, t('indexed'));
  if (sources.length === 0) return say(t('noSources'), t('noSourcesHelp'), presetsPath, t('chooseSources'));
  if (watches === 0) return say(t('noWatches'), t('noWatchesHelp'), newPolicyPath, t('writePolicy'));
  return undefined;
}
