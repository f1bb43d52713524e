import type { TrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { RelativeTime, StatusTag, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { spellOffset } from './clock-words.ts';
import { t } from './trust-words.ts';

function State({ revokedAt, revokedThere, toBeTold }: TrustedDeployment) {
  if (revokedAt !== null) return <StatusTag kind="neutral">{t(revokedThere ? 'revokedThere' : 'revokedHere')}</StatusTag>;
  return toBeTold ? <StatusTag kind="warning">{t('toBeTold')}</StatusTag> : <StatusTag kind="good">{t('trusted')}</StatusTag>;
}

export const trustColumns = (): Column<TrustedDeployment>[] => [
  { id: 'name', title: t('name'), card: 'title', width: '14%', render: ({ name }) => <b>{name}</b> },
  { id: 'state', title: t('state'), card: 'fact', width: '130px', render: State },
  { id: 'url', title: t('url'), card: 'fact', render: ({ url }) => <span className="ph-mono">{url}</span> },
  {
    id: 'purposes',
    title: t('purposes'),
    card: 'fact',
    width: '17%',
    render: ({ purposes }) => (
      <span className="access-purposes">
        {purposes.map((purpose) => (
          <Tag key={purpose}>{t(purpose)}</Tag>
        ))}
      </span>
    ),
  },
  { id: 'fingerprint', title: t('fingerprint'), card: 'fact', width: '20%', render: ({ fingerprint }) => <span className="ph-mono">{fingerprint}</span> },
  { id: 'paired', title: t('paired'), width: '120px', render: ({ pairedAt }) => <RelativeTime at={pairedAt} /> },
  {
    id: 'clock',
    title: t('clock'),
    width: '120px',
    render: ({ clockOffset }) => (clockOffset === null ? <span className="ph-muted">–</span> : spellOffset(clockOffset)),
  },
];
