import { call, mutation, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, useList } from '@packhouse/console-kit/lists.ts';
import { reportTypes } from '@packhouse/contract/scanning/report-input.ts';
import { cancelReport, deleteReport, listReports, type Report, runReport } from '@packhouse/contract/scanning/report-routes.ts';
import { Button, Deletion, EmptyState, FilterChips, LinkButton, Menu, type MenuEntry, notify, RelativeTime, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { newReportPath, reportPath } from './reports-screens.ts';
import { t } from './reports-words.ts';
import '../scanning.css';

const rowsPerPage = 50;
const kinds = { pending: 'neutral', running: 'info', completed: 'good', failed: 'bad', aborted: 'neutral' } as const;
const isUnderWay = ({ status }: Report) => status === 'pending' || status === 'running';

const newButton = () => (
  <LinkButton to={newReportPath} kind="primary" icon="plus">
    {t('newReport')}
  </LinkButton>
);

/** How far a report is. */
export function ReportState({ report }: { report: Report }) {
  const { status, num_of_processed_artifacts: done, total_artifacts: total, said } = report;
  return (
    <span className="scan-name">
      <StatusTag kind={kinds[status]}>{t(`is_${status}`)}</StatusTag>
      {status === 'running' && total > 0 && <span className="ph-muted">{t('progress', { done, total })}</span>}
      {status === 'failed' && said && <span className="ph-muted">{said.message}</span>}
    </span>
  );
}

/** Asks before a report goes. */
export function DeleteReport({ report: { id, name }, onClose, onDeleted }: { report: Report; onClose: () => void; onDeleted?: () => void }) {
  const work = async () => {
    await call(deleteReport, { params: { id } });
    await refresh(listReports);
    onDeleted?.();
  };
  return (
    <Deletion title={t('removeTitle')} action={t('remove')} work={work} done={t('removed', { name })} onClose={onClose}>
      <p>{t('removeText', { name })}</p>
    </Deletion>
  );
}

/** What can be done with a report besides reading it. */
export function useReportActions(onRemove: (report: Report) => void): (report: Report) => MenuEntry[] {
  const fail = (error: Error) => notify.bad(error.message);
  const again = useMutation({ ...mutation(runReport), onSuccess: ({ name }: Report) => notify.good(t('begun', { name })), onError: fail });
  const stop = useMutation({ ...mutation(cancelReport), onSuccess: ({ name }: Report) => notify.good(t('cancelled', { name })), onError: fail });
  return (report) => [
    isUnderWay(report)
      ? { label: t('cancel'), icon: 'close', onSelect: () => stop.mutate({ params: { id: report.id } }) }
      : { label: t('runAgain'), icon: 'refresh', onSelect: () => again.mutate({ params: { id: report.id } }) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => onRemove(report) },
  ];
}

function columns(): Column<Report>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      render: ({ id, name }) => (
        <Link to={reportPath(id)} className="ph-main-link">
          {name}
        </Link>
      ),
    },
    { id: 'type', title: t('type'), card: 'fact', width: '170px', render: ({ report_type }) => t(`of_${report_type}`) },
    { id: 'state', title: t('state'), card: 'fact', width: '24%', render: (report) => <ReportState report={report} /> },
    { id: 'rows', title: t('rows'), width: '90px', align: 'end', render: ({ number_of_rows, readable }) => (readable ? number_of_rows : '') },
    {
      id: 'made',
      title: t('made'),
      width: '130px',
      render: ({ end_time }) => (end_time ? <RelativeTime at={end_time} /> : <span className="ph-muted">{t('notYet')}</span>),
    },
    {
      id: 'schedule',
      title: t('schedule'),
      width: '130px',
      render: ({ cron_schedule }) => (cron_schedule ? <span className="ph-mono">{cron_schedule}</span> : <span className="ph-muted">{t('once')}</span>),
    },
    { id: 'author', title: t('author'), width: '120px', render: ({ author }) => author },
  ];
}

function TypeMenu({ value, onChange }: { value: string; onChange: (type: string) => void }) {
  const chosen = reportTypes.find((type) => type === value);
  const chips = chosen ? [{ key: 'type', label: t(`of_${chosen}`), onRemove: () => onChange('') }] : [];
  return (
    <>
      <Menu
        label={t('type')}
        entries={[
          { label: t('any'), checked: value === '', onSelect: () => onChange('') },
          ...reportTypes.map((type) => ({ label: t(`of_${type}`), checked: type === value, onSelect: () => onChange(type) })),
        ]}
      >
        {(trigger) => (
          <Button icon="filter" {...trigger}>
            {t('type')}
          </Button>
        )}
      </Menu>
      <FilterChips chips={chips} />
    </>
  );
}

/** Reports, the newest first. */
export function ReportListPage() {
  const page = usePageNumber();
  const filters = useFilters('search', 'type');
  const query = { num_of_rows: rowsPerPage, page_num: page, ...(filters.asked as { type?: Report['report_type'] }) };
  const list = useList(listReports, { query }, { rows: ({ data }) => data, live: ['report.'] });
  const [removing, setRemoving] = useState<Report>();
  const actions = useReportActions(setRemoving);
  return (
    <ListPage
      id="reports"
      title={t('reports')}
      count={list.answer?.total_count}
      subtitle={t('about')}
      actions={newButton()}
      list={list}
      columns={columns()}
      rowKey={({ id }) => String(id)}
      rowName={({ name }) => name}
      href={({ id }) => reportPath(id)}
      rowActions={(report) => [{ label: t('show'), icon: 'eye', to: reportPath(report.id), keys: 'e' }, ...actions(report)]}
      filters={filters}
      search={t('search')}
      toolbar={<TypeMenu value={filters.values.type} onChange={(type) => filters.change({ type })} />}
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        <EmptyState icon="file" title={t('none')} action={newButton()}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      <TurnPages label={t('reports')} page={page} rows={list.answer?.total_count} rowsPerPage={rowsPerPage} />
      {removing && <DeleteReport report={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
