import { mutation, useLiveState, useSession } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, ListTable, useList } from '@packhouse/console-kit/lists.ts';
import {
  cancelRetentionRun,
  listRetentionPolicies,
  listRetentionRuns,
  type RetentionPolicy,
  type RetentionRun,
} from '@packhouse/contract/repositories/retention-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, notify, RelativeTime, Section, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeletePolicy } from './delete-policy.tsx';
import { ruleText, whenText, whereText } from './retention-draft.ts';
import { type RetentionPlace, useRetentionPlace } from './retention-place.ts';
import { t } from './retention-words.ts';
import { RunStatus, resultText, runColumns } from './run-columns.tsx';
import { RunPolicy } from './run-policy.tsx';
import './retention.css';

/** While something runs its figures grow; they are asked for so often where the platform cannot tell by itself. */
const followMilliseconds = 2000;

const createButton = ({ newPath }: RetentionPlace) => (
  <LinkButton to={newPath} kind="primary" icon="plus">
    {t('newPolicy')}
  </LinkButton>
);

function columns({ editPath }: RetentionPlace): Column<RetentionPolicy>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '24%',
      render: ({ id, name, enabled }) => (
        <span className="retention-name">
          <Link to={editPath(id)} className="ph-main-link">
            {name}
          </Link>
          {!enabled && <Tag>{t('off')}</Tag>}
        </span>
      ),
    },
    { id: 'rule', title: t('rule'), card: 'fact', render: ruleText },
    { id: 'where', title: t('where'), card: 'fact', render: whereText },
    { id: 'every', title: t('every'), card: 'fact', width: '140px', render: whenText },
    {
      id: 'lastRun',
      title: t('lastRun'),
      width: '240px',
      render: ({ lastRun }) =>
        lastRun ? (
          <span className="retention-last">
            <RunStatus run={lastRun} /> {resultText(lastRun)} <RelativeTime at={lastRun.startedAt} />
          </span>
        ) : (
          <span className="ph-muted">{t('neverRan')}</span>
        ),
    },
  ];
}

/** All retention policies and what they did. */
export function RetentionListPage() {
  const { administrator } = useSession();
  const place = useRetentionPlace();
  const { ofProject } = place;
  const input = { query: { ofProject } };
  // Administrators of the platform alone are told how far runs are.
  const isLive = useLiveState() === 'live' && administrator;
  const runs = useList(listRetentionRuns, input, {
    rows: ({ items }) => items,
    every: ({ items }) => (!isLive && items.some(({ finishedAt }) => finishedAt === undefined) ? followMilliseconds : false),
  });
  const lastRuns = new Map(runs.rows?.map((run) => [run.id, run]));
  const newest = (policy: RetentionPolicy) => (policy.lastRun ? { ...policy, lastRun: lastRuns.get(policy.lastRun.id) ?? policy.lastRun } : policy);
  const list = useList(listRetentionPolicies, input, {
    rows: ({ items }) => items.map(newest),
    live: ['retention.run', 'audit.retention-policy.'],
    stale: [listRetentionRuns],
  });
  const [removing, setRemoving] = useState<RetentionPolicy>();
  const [starting, setStarting] = useState<RetentionPolicy>();
  const rowActions = (policy: RetentionPolicy): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: place.editPath(policy.id), keys: 'e' },
    { label: t('runNow'), icon: 'clock', onSelect: () => setStarting(policy) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(policy) },
  ];
  const cancel = useMutation(mutation(cancelRetentionRun, { stale: [listRetentionPolicies, listRetentionRuns] }));
  const runActions = ({ id, finishedAt }: RetentionRun): MenuEntry[] =>
    finishedAt === undefined
      ? [{ label: t('cancelRun'), icon: 'close', onSelect: () => cancel.mutate({ params: { id } }, { onError: ({ message }) => notify.bad(message) }) }]
      : [];
  return (
    <ListPage
      id="retention-policies"
      title={t('retention')}
      subtitle={t('about')}
      actions={createButton(place)}
      list={list}
      columns={columns(place)}
      rowKey={({ id }) => String(id)}
      rowName={({ name }) => name}
      href={({ id }) => place.editPath(id)}
      rowActions={rowActions}
      none={
        <EmptyState icon="clock" title={t('noneYet')} action={createButton(place)}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      {runs.rows && runs.rows.length > 0 && (
        <Section title={t('runs')}>
          <ListTable
            id="retention-runs"
            label={t('runs')}
            list={runs}
            columns={runColumns()}
            rowKey={({ id }) => String(id)}
            rowName={({ policyName }) => policyName}
            rowActions={runActions}
            none={<EmptyState icon="clock" title={t('noRunsYet')} />}
          />
        </Section>
      )}
      {removing && <DeletePolicy policy={removing} onClose={() => setRemoving(undefined)} />}
      {starting && <RunPolicy policy={starting} onClose={() => setStarting(undefined)} />}
    </ListPage>
  );
}
