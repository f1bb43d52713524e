import { LoadedPage, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, useList } from '@packhouse/console-kit/lists.ts';
import { type PolicyType, policyTypes } from '@packhouse/contract/scanning/policy-types.ts';
import type { ReportType } from '@packhouse/contract/scanning/report-input.ts';
import { listReportRows, type Report, type ReportRow, readReport, reportFilePath, reportFormats } from '@packhouse/contract/scanning/report-routes.ts';
import { type Severity, severities } from '@packhouse/contract/severities.ts';
import { Banner, Button, EmptyState, LinkButton, Menu, nameSeverity, Page, RelativeTime, SeverityTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { t as ofViolations } from '../governing/violation-words.ts';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { DeleteReport, ReportState, useReportActions } from './report-list-page.tsx';
import { reportListPath } from './reports-screens.ts';
import { t } from './reports-words.ts';
import '../scanning.css';

const rowsPerPage = 50;
const breadcrumb = () => [{ label: t('reports'), to: reportListPath }];

/** The columns of each type that a screen has room for; a file holds all of them. */
const shown = {
  vulnerabilities: ['issue_id', 'severity', 'vulnerable_component', 'path', 'fixed_versions', 'exploited', 'ignored_by'],
  violations: ['issue_id', 'severity', 'type', 'component', 'path', 'watch_name', 'status', 'created'],
  licenses: ['license', 'component', 'path', 'custom', 'project'],
  operationalRisks: ['component', 'risk', 'risk_reason', 'path', 'latest_version'],
  components: ['component', 'version', 'ecosystem', 'path', 'location'],
} as const satisfies Record<ReportType, readonly string[]>;

const widths: Readonly<Record<string, string>> = {
  severity: '110px',
  status: '100px',
  custom: '90px',
  type: '110px',
  watch_name: '130px',
  created: '110px',
  risk: '90px',
  version: '110px',
  ecosystem: '110px',
};

function Cell({ column, value }: { column: string; value: ReportRow[string] | undefined }) {
  if (value === null || value === undefined || value === '') return null;
  if (column === 'severity' && severities.includes(value as Severity)) return <SeverityTag severity={value as Severity} />;
  if (column === 'risk' && severities.includes(value as Severity)) return nameSeverity(value as Severity);
  if (column === 'type' && policyTypes.includes(value as PolicyType)) return ofViolations(`is_${value as PolicyType}`);
  if (column === 'created') return <RelativeTime at={String(value)} />;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  return <span className="scan-where">{Array.isArray(value) ? value.join(', ') : String(value)}</span>;
}

const columns = (type: ReportType): Column<ReportRow>[] =>
  shown[type].map((column, index) => ({
    id: column,
    title: t(`col_${column}`),
    ...(index === 0 ? { card: 'title' as const } : index < 4 ? { card: 'fact' as const } : {}),
    ...(widths[column] ? { width: widths[column] } : {}),
    render: (row) => <Cell column={column} value={row[column]} />,
  }));

function Exports({ report }: { report: Report }) {
  const fetchFile = (format: (typeof reportFormats)[number]) => {
    const link = document.createElement('a');
    link.href = reportFilePath(report.id, format);
    link.download = '';
    link.click();
  };
  return (
    <Menu label={t('exportAs')} entries={reportFormats.map((format) => ({ label: format.toUpperCase(), onSelect: () => fetchFile(format) }))}>
      {(trigger) => (
        <Button icon="download" {...trigger}>
          {t('exportAs')}
        </Button>
      )}
    </Menu>
  );
}

/** Buttons at the head of a report. */
function useHead(report: Report) {
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<Report>();
  const actions = useReportActions(setRemoving)(report);
  const [first] = actions;
  const doFirst = first && 'label' in first ? first : undefined;
  const buttons = (
    <>
      {doFirst && (
        <Button icon={doFirst.icon} onClick={doFirst.onSelect}>
          {doFirst.label}
        </Button>
      )}
      <Button icon="trash" kind="ghost" onClick={() => setRemoving(report)}>
        {t('remove')}
      </Button>
      {report.readable && <Exports report={report} />}
    </>
  );
  const question = removing && (
    <DeleteReport report={removing} onClose={() => setRemoving(undefined)} onDeleted={() => void navigate(reportListPath, { replace: true })} />
  );
  return { buttons, question };
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <span>
    <span className="ph-muted">{title}:</span> {children}
  </span>
);

function Facts({ report }: { report: Report }) {
  const { report_type, author, end_time, cron_schedule, next_time } = report;
  return (
    <p className="scan-name scan-facts">
      <ReportState report={report} />
      <span>{t(`of_${report_type}`)}</span>
      <Fact title={t('author')}>{author}</Fact>
      {end_time && (
        <Fact title={t('made')}>
          <RelativeTime at={end_time} />
        </Fact>
      )}
      {cron_schedule && (
        <Fact title={t('schedule')}>
          <span className="ph-mono">{cron_schedule}</span>
        </Fact>
      )}
      {next_time && (
        <Fact title={t('nextTime')}>
          <RelativeTime at={next_time} />
        </Fact>
      )}
    </p>
  );
}

function Rows({ report }: { report: Report }) {
  const page = usePageNumber();
  const filters = useFilters('search');
  const { buttons, question } = useHead(report);
  const asked = { num_of_rows: rowsPerPage, page_num: page, ...filters.asked };
  const list = useList(
    listReportRows,
    { params: { id: report.id }, query: asked },
    { rows: ({ data }) => data.map((row, place) => ({ ...row, place })), live: ['report.'] },
  );
  return (
    <ListPage
      id={`report-${report.report_type}`}
      title={report.name}
      label={t('rows')}
      count={list.answer?.total_count}
      breadcrumb={breadcrumb()}
      actions={buttons}
      above={
        <>
          <Facts report={report} />
          {report.status !== 'completed' && <Banner kind="info">{t('older')}</Banner>}
        </>
      }
      list={list}
      columns={columns(report.report_type)}
      rowKey={({ place }) => String(place)}
      filters={filters}
      search={t('searchRows')}
      noneFits={{ title: t('noRowFits'), clear: t('clear') }}
      none={
        <EmptyState icon="file" title={t('noRows')}>
          {t('noRowsHelp')}
        </EmptyState>
      }
    >
      <TurnPages label={t('rows')} page={page} rows={list.answer?.total_count} rowsPerPage={rowsPerPage} />
      {question}
    </ListPage>
  );
}

/** A report that has no rows yet. */
function Unmade({ report }: { report: Report }) {
  const { buttons, question } = useHead(report);
  const title = report.status === 'failed' ? t('failedTitle') : report.status === 'aborted' ? t('abortedTitle') : t('notMade');
  return (
    <Page title={report.name} breadcrumb={breadcrumb()} actions={buttons}>
      <Facts report={report} />
      <EmptyState icon="file" title={title}>
        {report.said ? report.said.message : report.status === 'aborted' ? undefined : t('notMadeHelp')}
      </EmptyState>
      {question}
    </Page>
  );
}

/** One report: how far it is, and its rows. */
export function ReportPage() {
  const { reportId = '' } = useParams();
  const id = Number(reportId) || 0;
  const result = useQuery(query(readReport, { params: { id } }));
  useLive(['report.'], readReport);
  const missing = <EmptyState icon="file" title={t('noSuch')} action={<LinkButton to={reportListPath}>{t('all')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={t('reports')} breadcrumb={breadcrumb()} lines={10}>
      {(report) => (report.readable ? <Rows key={report.id} report={report} /> : <Unmade report={report} />)}
    </LoadedPage>
  );
}
