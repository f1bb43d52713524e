import { pages, useLive } from '@packhouse/console-kit/console-kit.ts';
import { type AuditRecord, exportAuditRecords, listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { urlOf } from '@packhouse/contract/client.ts';
import { Button, EmptyState, Icon, Page, RelativeTime } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { Listed } from '../listing/listed.tsx';
import { filled, useFilters } from '../listing/use-filters.ts';
import { usePaged } from '../listing/use-paged.ts';
import { useSettled } from '../listing/use-settled.ts';
import { actionName } from './action-words.ts';
import { AuditToolbar } from './audit-filters.tsx';
import { AuditRecordDrawer } from './audit-record.tsx';
import { t } from './audit-words.ts';
import { differences } from './differences.ts';
import '../listing/listing.css';
import './audit.css';

type Entry = z.output<typeof AuditRecord>;

/** Which fields a record changed, in one line. */
function Changed({ record }: { record: Entry }) {
  if (!record.before || !record.after) return null;
  const fields = differences(record.before, record.after).map(({ field }) => field);
  return <span className="ph-muted">{fields.filter(Boolean).join(', ')}</span>;
}

function columns(recordPath: (id: number) => string): Column<Entry>[] {
  return [
    { id: 'time', title: t('time'), width: '140px', card: 'fact', render: ({ at }) => <RelativeTime at={at} /> },
    { id: 'actor', title: t('actor'), width: '16%', card: 'fact', render: ({ actor }) => actor },
    {
      id: 'action',
      title: t('action'),
      width: '230px',
      card: 'title',
      render: ({ id, action }) => (
        <Link to={recordPath(id)} className="ph-main-link" title={action}>
          {actionName(action)}
        </Link>
      ),
    },
    { id: 'subject', title: t('subject'), card: 'fact', render: ({ subject }) => <span className="ph-mono">{subject}</span> },
    { id: 'changed', title: t('changed'), render: (record) => <Changed record={record} /> },
    { id: 'address', title: t('address'), width: '150px', render: ({ address }) => <span className="ph-mono ph-muted">{address}</span> },
  ];
}

/** What was changed by whom, newest first. */
export function AuditPage() {
  const [filters, change] = useFilters('search', 'actor', 'action', 'from', 'to');
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const asked = filled({ ...filters, search: useSettled(filters.search) });
  const result = useInfiniteQuery(pages(listAuditRecords, { query: asked }));
  useLive(['access.', 'audit.', 'repository.'], listAuditRecords);
  const list = usePaged(result);
  const open = Number(params.get('record') ?? '');
  const recordPath = (id: number) => `${pathname}?${new URLSearchParams({ ...Object.fromEntries(params), record: String(id) })}`;
  const close = () =>
    setParams((now) => {
      now.delete('record');
      return now;
    });
  const clear = () => change({ search: '', actor: '', action: '', from: '', to: '' });
  const table = (
    <DataTable
      id="audit"
      label={t('audit')}
      columns={columns(recordPath)}
      {...list}
      rowKey={({ id }) => String(id)}
      href={({ id }) => recordPath(id)}
      toolbar={<AuditToolbar filters={filters} change={change} />}
      empty={<Nothing filtered={Object.values(filters).some(Boolean)} onClear={clear} />}
    />
  );
  return (
    <Page title={t('audit')} count={list.total} subtitle={<span className="ph-muted">{t('about')}</span>} actions={<Export query={asked} />}>
      <Listed result={result} known={list.rows !== undefined}>
        {table}
      </Listed>
      {open > 0 && (
        <AuditRecordDrawer
          id={open}
          known={list.rows?.find(({ id }) => id === open)}
          onClose={close}
          onActor={(actor) => {
            setParams({ actor });
          }}
        />
      )}
    </Page>
  );
}

/** The same records as a file; the browser fetches it itself, so that its size does not matter. */
function Export({ query }: { query: Record<string, string> }) {
  return (
    <a className="ph-button ph-button-secondary" href={urlOf(exportAuditRecords, { query })} download="audit.ndjson">
      <Icon name="download" />
      <span>{t('export')}</span>
    </a>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={onClear}>{t('clearFilters')}</Button>} />;
  return <EmptyState icon="history" title={t('noneYet')} />;
}
