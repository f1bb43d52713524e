import { call, refresh, useRefusal, useSession } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { listRunners, type Runner, revokeRunner } from '@packhouse/contract/pipelines/runner-routes.ts';
import { Button, CodeBlock, CopyField, Deletion, Dialog, EmptyState, type MenuEntry, RelativeTime, StatusTag, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { runPath } from '../pipelines-screens.ts';
import { RunnerTabs } from '../runner-tabs.tsx';
import { RegisterRunner } from './register-runner.tsx';
import { t } from './runners-words.ts';
import '../pipelines.css';

type Open = { what: 'register' } | { what: 'token'; name: string; token: string } | { what: 'revoke'; name: string };

/** Runners ask for work about twice a minute, which no event tells of. */
const pollEvery = 15_000;

const muted = (text: string) => <span className="ph-muted">{text}</span>;

function State({ isOnline, lastSeenAt }: Runner) {
  if (lastSeenAt === undefined) return <StatusTag kind="neutral">{t('neverSeen')}</StatusTag>;
  return isOnline ? <StatusTag kind="good">{t('online')}</StatusTag> : <StatusTag kind="bad">{t('offline')}</StatusTag>;
}

const columns = (): Column<Runner>[] => [
  { id: 'name', title: t('name'), card: 'title', width: '14%', render: ({ name }) => <span className="ph-mono">{name}</span> },
  { id: 'state', title: t('state'), card: 'fact', width: '110px', render: (runner) => <State {...runner} /> },
  { id: 'lastSeen', title: t('lastSeen'), width: '120px', render: ({ lastSeenAt }) => lastSeenAt && <RelativeTime at={lastSeenAt} /> },
  {
    id: 'labels',
    title: t('labels'),
    width: '14%',
    render: ({ labels }) => (
      <span className="pl-tags">
        {labels.map((label) => (
          <Tag key={label}>{label}</Tag>
        ))}
      </span>
    ),
  },
  { id: 'groups', title: t('groups'), width: '11%', render: ({ groups }) => (groups.length > 0 ? groups.join(', ') : muted(t('everybody'))) },
  { id: 'network', title: t('network'), width: '90px', render: ({ network }) => (network ? t('allowed') : muted(t('notAllowed'))) },
  {
    id: 'running',
    title: t('runs'),
    card: 'fact',
    width: '26%',
    render: ({ running }) =>
      running.length === 0
        ? muted(t('nothing'))
        : running.map(({ pipeline, number, step }) => (
            <div key={`${pipeline} ${number} ${step}`}>
              <Link to={runPath(pipeline, number)}>{t('step', { pipeline, number: String(number), step })}</Link>
            </div>
          )),
  },
  { id: 'version', title: t('version'), width: '90px', render: ({ version }) => version },
];

function TokenDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const { baseUrl } = useSession();
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {t('done')}
    </Button>
  );
  return (
    <Dialog title={t('tokenTitle', { name })} onClose={onClose} footer={footer} width={640} sticky>
      <div className="ph-stack">
        <p>{t('tokenText')}</p>
        <CopyField label={t('token')} value={token} />
        <p>{t('startIt')}:</p>
        <CodeBlock code={`PACKHOUSE_RUNNER_TOKEN=… packhouse runner --url ${baseUrl}`} />
      </div>
    </Dialog>
  );
}

function RevokeRunner({ name, onClose }: { name: string; onClose: () => void }) {
  const work = async () => {
    await call(revokeRunner, { params: { name } });
    await refresh(listRunners);
  };
  return (
    <Deletion title={t('revokeTitle', { name })} action={t('revokeAction')} work={work} done={t('revoked')} onClose={onClose}>
      <p>{t('revokeText')}</p>
    </Deletion>
  );
}

/** Every runner: whether it is there, whose commands it runs, and which it runs now. */
export function RunnerListPage() {
  const list = useList(listRunners, {}, { rows: ({ items }) => items, live: ['pipeline.'], every: () => pollEvery, refusal: useRefusal(listRunners) });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const register = (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'register' })}>
      {t('register')}
    </Button>
  );
  const rowActions = ({ name }: Runner): MenuEntry[] => [
    { label: t('revoke'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setOpen({ what: 'revoke', name }) },
  ];
  return (
    <ListPage
      id="runners"
      title={t('runners')}
      subtitle={t('about')}
      actions={register}
      above={<RunnerTabs />}
      list={list}
      columns={columns()}
      rowKey={({ name }) => name}
      rowActions={rowActions}
      none={
        <EmptyState icon="play" title={t('none')} action={register}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {open?.what === 'register' && <RegisterRunner onClose={close} onRegistered={(made) => setOpen({ what: 'token', ...made })} />}
      {open?.what === 'token' && <TokenDialog name={open.name} token={open.token} onClose={close} />}
      {open?.what === 'revoke' && <RevokeRunner name={open.name} onClose={close} />}
    </ListPage>
  );
}
