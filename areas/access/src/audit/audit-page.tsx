import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type AuditRecord, exportAuditRecords, listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { getUrl } from '@packhouse/contract/client.ts';
import { EmptyState, Icon, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { actionName } from './action-words.ts';
import { AuditToolbar } from './audit-filters.tsx';
import { AuditRecordDrawer } from './audit-record.tsx';
import { t } from './audit-words.ts';
import { type Difference, differences, fieldName } from './differences.ts';
import '../listing/listing.css';
import './audit.css';

type Entry = z.output<typeof AuditRecord>;

/** What a record is about, by the name that people know. */
function Subject({ record: { subject, name } }: { record: Entry }) {
  return name === null ? <span className="ph-mono">{subject}</span> : <span title={subject}>{name}</span>;
}

const longest = 60;
const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** A list without entries is written so in records. */
const isNothing = (text: string | undefined) => text === undefined || text === '' || text === '[]';

/** One change in a few words: what came and went, or what it was and is. */
function inWords({ field, before, after, added, removed }: Difference): string {
  const change =
    added && removed
      ? [...added.map((name) => `+${name}`), ...removed.map((name) => `−${name}`)].join(' ')
      : [before, after].map((text) => (isNothing(text) ? '–' : shorten(text ?? ''))).join(' → ');
  return field === '' ? change : `${fieldName(field)}: ${shorten(change)}`;
}

/** What a record changed, in one line: the first two fields in words, the others by their number. */
function Changed({ record }: { record: Entry }) {
  if (!record.before || !record.after) return null;
  // A field that came empty says nothing in a line; the record itself shows it.
  const found = differences(record.before, record.after).filter(({ before, after, added }) => added !== undefined || !isNothing(before) || !isNothing(after));
  return (
    <span className="ph-muted access-changed">
      {found.slice(0, 2).map(inWords).join(' · ')}
      {found.length > 2 && ` · ${t('more', { count: found.length - 2 })}`}
    </span>
  );
}

function columns(recordPath: (id: number) => string): Column<Entry>[] {
  return [
    { id: 'time', title: t('time'), width: '140px', card: 'fact', render: ({ at }) => <RelativeTime at={at} /> },
    { id: 'actor', title: t('actor'), width: '12%', card: 'fact', render: ({ actor }) => actor },
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
    { id: 'subject', title: t('subject'), width: '22%', card: 'fact', render: (record) => <Subject record={record} /> },
    { id: 'changed', title: t('changed'), render: (record) => <Changed record={record} /> },
    { id: 'address', title: t('address'), width: '150px', render: ({ address }) => <span className="ph-mono ph-muted">{address}</span> },
  ];
}

/** Shows what was changed by whom, newest first. */
export function AuditPage() {
  const filters = useFilters('search', 'actor', 'action', 'from', 'to');
  const list = usePagedList(listAuditRecords, { query: filters.asked }, { live: ['access.', 'audit.', 'repository.'] });
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const open = Number(params.get('record') ?? '');
  const recordPath = (id: number) => `${pathname}?${new URLSearchParams({ ...Object.fromEntries(params), record: String(id) })}`;
  const close = () =>
    setParams((now) => {
      now.delete('record');
      return now;
    });
  return (
    <ListPage
      id="audit"
      title={t('audit')}
      subtitle={<span className="ph-muted">{t('about')}</span>}
      actions={<Export query={filters.asked} />}
      list={list}
      columns={columns(recordPath)}
      rowKey={({ id }) => String(id)}
      href={({ id }) => recordPath(id)}
      filters={filters}
      toolbar={<AuditToolbar filters={filters.values} change={filters.change} />}
      noneFits={{ title: t('noneFits'), clear: t('clearFilters') }}
      none={<EmptyState icon="history" title={t('noneYet')} />}
    >
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
    </ListPage>
  );
}

/** The same records as a file; the browser fetches it itself, so that its size does not matter. */
function Export({ query }: { query: Record<string, string> }) {
  return (
    <a className="ph-button ph-button-secondary" href={getUrl(exportAuditRecords, { query })} download="audit.ndjson">
      <Icon name="download" />
      <span>{t('export')}</span>
    </a>
  );
}
