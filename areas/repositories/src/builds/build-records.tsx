import type { Build } from '@packhouse/contract/repositories/build-routes.ts';
import { Digest, RelativeTime, Section, Tag } from '@packhouse/ui/core.ts';
import { t } from './builds-words.ts';
import { PlainTable } from './plain-table.tsx';

/** Where the run has been brought, and by whom. */
export function Promotions({ promotions }: { promotions: Build['promotions'] }) {
  if (promotions.length === 0)
    return (
      <Section title={t('promotions')}>
        <p className="ph-muted">{t('noPromotions')}</p>
      </Section>
    );
  const when = (at: string | undefined) => (at && !Number.isNaN(Date.parse(at)) ? <RelativeTime at={at} /> : at);
  return (
    <Section title={t('promotions')}>
      <PlainTable
        label={t('promotions')}
        rows={promotions}
        rowKey={({ status, at }, index) => `${status} ${at} ${index}`}
        columns={[
          { title: t('status'), render: ({ status }) => <Tag accent>{status}</Tag> },
          { title: t('at'), render: ({ at }) => when(at) },
          { title: t('by'), render: ({ user }) => user },
          { title: t('target'), render: ({ repository }) => (repository ? <code>{repository}</code> : null) },
          { title: t('comment'), render: ({ comment }) => comment },
        ]}
      />
    </Section>
  );
}

/** The state of the sources that the run was made from. */
export function Sources({ changes }: { changes: Build['changes'] }) {
  return (
    <Section title={t('sources')}>
      <PlainTable
        label={t('sources')}
        rows={changes}
        rowKey={({ url, revision }, at) => `${url} ${revision} ${at}`}
        columns={[
          { title: t('revision'), render: ({ revision }) => (revision ? <Digest value={revision} what={t('revision')} /> : null) },
          { title: t('branch'), render: ({ branch }) => branch },
          { title: t('place'), render: ({ url }) => (url ? <code>{url}</code> : null) },
          { title: t('comment'), render: ({ message }) => message },
        ]}
      />
    </Section>
  );
}

/** Environment variables and settings that the run was published with. */
export function Environment({ properties }: { properties: Build['properties'] }) {
  return (
    <Section title={t('environment')}>
      <PlainTable
        label={t('environment')}
        rows={properties}
        rowKey={({ key }) => key}
        columns={[
          { title: t('name'), render: ({ key }) => <code>{key}</code> },
          { title: t('value'), render: ({ value }) => <code>{value}</code> },
        ]}
      />
    </Section>
  );
}
