import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import { type ClientCertificate, deleteClientCertificate, listClientCertificates } from '@packhouse/contract/repositories/key-routes.ts';
import { Button, DayOf, EmptyState, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { KeySection } from './key-section.tsx';
import { t } from './keys-words.ts';
import { UsedBy } from './used-by.tsx';

const NewCertificateDrawer = lazy(async () => ({ default: (await import('./new-certificate.tsx')).NewCertificateDrawer }));

function Until({ at }: { at: string }) {
  const time = new Date(at);
  return time < new Date() ? <StatusTag kind="bad">{t('expired')}</StatusTag> : <DayOf at={time} />;
}

function columns(): Column<ClientCertificate>[] {
  return [
    { id: 'name', title: t('name'), card: 'title', width: '18%', render: ({ name }) => <b>{name}</b> },
    { id: 'subject', title: t('subject'), card: 'fact', render: ({ subject }) => subject },
    { id: 'issuer', title: t('issuer'), optional: true, render: ({ issuer }) => issuer },
    { id: 'validUntil', title: t('validUntil'), card: 'fact', width: '190px', render: ({ validUntil }) => <Until at={validUntil} /> },
    { id: 'usedBy', title: t('usedBy'), render: ({ usedBy }) => <UsedBy users={usedBy} /> },
  ];
}

/** Certificates that upstreams are shown. */
export function Certificates() {
  const [adding, setAdding] = useState(false);
  const list = useList(listClientCertificates, {}, { rows: ({ items }) => items });
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {t('newCertificate')}
    </Button>
  );
  return (
    <KeySection
      id="client-certificates"
      title={t('java_key_store')}
      about={t('certificatesAbout')}
      list={list}
      columns={columns()}
      remove={async (name) => {
        await call(deleteClientCertificate, { params: { name } });
        await refresh(listClientCertificates);
      }}
      none={
        <EmptyState icon="lock" title={t('noCertificates')}>
          {t('noCertificatesHelp')}
        </EmptyState>
      }
      actions={newButton}
    >
      <Suspense>{adding && <NewCertificateDrawer onClose={() => setAdding(false)} />}</Suspense>
    </KeySection>
  );
}
