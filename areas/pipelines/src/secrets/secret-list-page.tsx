import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { deletePipelineSecret, listPipelineSecrets, type PipelineSecret } from '@packhouse/contract/pipelines/secret-routes.ts';
import { Button, Deletion, EmptyState, type MenuEntry, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { RunnerTabs } from '../runner-tabs.tsx';
import { SecretForm } from './secret-form.tsx';
import { t } from './secrets-words.ts';

type Open = { what: 'form'; secret?: PipelineSecret } | { what: 'delete'; name: string };

const muted = (text: string) => <span className="ph-muted">{text}</span>;

const columns = (): Column<PipelineSecret>[] => [
  {
    id: 'name',
    title: t('name'),
    card: 'title',
    render: ({ name, description }) => (
      <>
        <span className="ph-mono">{name}</span>
        {description && <div className="ph-muted">{description}</div>}
      </>
    ),
  },
  {
    id: 'givenTo',
    title: t('givenTo'),
    card: 'fact',
    width: '30%',
    render: ({ users, groups }) => (users.length + groups.length > 0 ? [...users, ...groups].join(', ') : muted(t('administratorsOnly'))),
  },
  { id: 'usedAt', title: t('usedAt'), card: 'fact', width: '16%', render: ({ usedAt }) => (usedAt ? <RelativeTime at={usedAt} /> : muted(t('never'))) },
  { id: 'modifiedAt', title: t('modifiedAt'), width: '16%', render: ({ modifiedAt }) => <RelativeTime at={modifiedAt} /> },
];

function DeleteSecret({ name, onClose }: { name: string; onClose: () => void }) {
  const work = async () => {
    await call(deletePipelineSecret, { params: { name } });
    await refresh(listPipelineSecrets);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('removeAction')} work={work} done={t('removed')} onClose={onClose}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}

/** Secrets that commands of pipelines are given, and whose pipelines those are. */
export function SecretListPage() {
  const list = useList(listPipelineSecrets, {}, { rows: ({ items }) => items, refusal: useRefusal(listPipelineSecrets) });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'form' })}>
      {t('add')}
    </Button>
  );
  const rowActions = (secret: PipelineSecret): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', keys: 'e', onSelect: () => setOpen({ what: 'form', secret }) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setOpen({ what: 'delete', name: secret.name }) },
  ];
  return (
    <ListPage
      id="pipeline-secrets"
      title={t('secrets')}
      subtitle={t('about')}
      actions={add}
      above={<RunnerTabs />}
      list={list}
      columns={columns()}
      rowKey={({ name }) => name}
      rowActions={rowActions}
      none={
        <EmptyState icon="key" title={t('none')} action={add}>
          {t('noneHelp', { example: '{NPM_TOKEN: npm-publish}' })}
        </EmptyState>
      }
    >
      {open?.what === 'form' && <SecretForm secret={open.secret} onClose={close} />}
      {open?.what === 'delete' && <DeleteSecret name={open.name} onClose={close} />}
    </ListPage>
  );
}
