import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { distrustVexIssuer, IssuerName, listVexDocuments, listVexIssuers, trustVexIssuer, type VexIssuer } from '@packhouse/contract/scanning/vex-routes.ts';
import { Button, Deletion, EmptyState, formatNumber, type MenuEntry, notify, RelativeTime, StatusTag } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { t } from './vex-words.ts';
import '../scanning.css';

function columns(): Column<VexIssuer>[] {
  return [
    { id: 'name', title: t('name'), card: 'title', width: '40%', render: ({ name }) => <span className="scan-where">{name}</span> },
    {
      id: 'state',
      title: t('state'),
      card: 'fact',
      width: '140px',
      render: ({ trusted }) => <StatusTag kind={trusted ? 'good' : 'neutral'}>{t(trusted ? 'trusted' : 'untrusted')}</StatusTag>,
    },
    { id: 'documents', title: t('documents'), card: 'fact', width: '140px', render: ({ documents }) => formatNumber(documents) },
    {
      id: 'by',
      title: t('trustedBy'),
      render: ({ trusted_by: by, trusted_at: at }) =>
        at === null ? null : (
          <span>
            {by} <RelativeTime at={at} />
          </span>
        ),
    },
  ];
}

function Distrust({ name, onClose }: { name: string; onClose: () => void }) {
  const work = async () => {
    await call(distrustVexIssuer, { body: { name } });
    await refresh(listVexIssuers, listVexDocuments);
  };
  return (
    <Deletion title={t('distrustTitle', { name })} action={t('distrust')} work={work} done={t('distrusted', { name })} onClose={onClose}>
      <p>{t('distrustText', { name })}</p>
    </Deletion>
  );
}

/** Asks whom to trust; the name of somebody who is known already stands there. */
function TrustDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <RecordDrawer<typeof trustVexIssuer, { name: string }>
      title={t('trustAnother')}
      submitLabel={t('trust')}
      before={{ name }}
      save={trustVexIssuer}
      input={(body) => ({ body })}
      stale={[listVexIssuers, listVexDocuments]}
      onSaved={({ name: trusted }) => {
        notify.good(t('nowTrusted', { name: trusted }));
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(IssuerName, 'name')} required>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
    </RecordDrawer>
  );
}

/** Whose word counts here. */
export function IssuerListPage() {
  const list = useList(listVexIssuers, {}, { rows: ({ items }) => items, live: ['audit.vex-issuer.', 'audit.vex-document.'] });
  const [trusting, setTrusting] = useState<string>();
  const [distrusting, setDistrusting] = useState<string>();
  const trustButton = (
    <Button kind="primary" icon="plus" refusal={useRefusal(trustVexIssuer)} onClick={() => setTrusting('')}>
      {t('trustAnother')}
    </Button>
  );
  const rowActions = ({ name, trusted }: VexIssuer): MenuEntry[] => [
    trusted
      ? { label: t('distrust'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setDistrusting(name) }
      : { label: t('trust'), icon: 'check', keys: 'e', onSelect: () => setTrusting(name) },
  ];
  return (
    <ListPage
      id="vex-issuers"
      title={t('issuers')}
      subtitle={t('issuersAbout')}
      actions={trustButton}
      list={list}
      columns={columns()}
      rowKey={({ name }) => name}
      rowActions={rowActions}
      none={<EmptyState icon="shield" title={t('noIssuers')} action={trustButton} />}
    >
      {trusting !== undefined && <TrustDrawer name={trusting} onClose={() => setTrusting(undefined)} />}
      {distrusting !== undefined && <Distrust name={distrusting} onClose={() => setDistrusting(undefined)} />}
    </ListPage>
  );
}
