import { labelText } from '@packhouse/console-kit/console-kit.ts';
import type { SupportBundle, SupportBundleService } from '@packhouse/contract/operations/support-routes.ts';
import { serviceTitles } from '@packhouse/contract/shell/service-names.ts';
import { Bytes, Digest, RelativeTime, type StatusKind, StatusTag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from './support-words.ts';

const kinds: Record<SupportBundle['status'], StatusKind> = { success: 'good', failure: 'bad', 'in progress': 'running' };

export function serviceTitle(service: SupportBundleService): string {
  return service === 'tracker' ? t('tracker') : labelText(serviceTitles[service]);
}

export function supportBundleColumns(): Column<SupportBundle>[] {
  return [
    {
      id: 'id',
      title: t('id'),
      width: '140px',
      render: ({ id }) => (id.startsWith('placeholder') ? <span className="ph-muted">–</span> : <Digest value={id} length={8} />),
    },
    { id: 'name', title: t('name'), card: 'title', width: '20%', render: ({ name }) => <b>{name}</b> },
    { id: 'description', title: t('description'), render: ({ description }) => description || <span className="ph-muted">–</span> },
    { id: 'createDate', title: t('createDate'), card: 'fact', width: '140px', render: ({ create_date }) => <RelativeTime at={create_date} /> },
    {
      id: 'status',
      title: t('status'),
      card: 'fact',
      width: '150px',
      render: ({ status, message, reason, values }) => (
        <span title={message && words().said({ message, reason, values })} className={`support-${status.replace(' ', '-')}`}>
          <StatusTag kind={kinds[status]}>{t(status)}</StatusTag>
        </span>
      ),
    },
    { id: 'service', title: t('service'), width: '180px', render: ({ service }) => serviceTitle(service) },
    { id: 'size', title: t('size'), align: 'end', width: '100px', render: ({ status, size }) => (status === 'in progress' ? '–' : <Bytes value={size} />) },
    { id: 'nodes', title: t('nodes'), optional: true, render: ({ nodes }) => (nodes.length > 0 ? nodes.join(', ') : t('everyNode')) },
    { id: 'createdBy', title: t('createdBy'), optional: true, render: ({ created_by }) => created_by },
  ];
}
