import { Failure, query, useLive, useLiveState } from '@packhouse/console-kit/console-kit.ts';
import { listRetentionPolicies, listRetentionRuns, type RetentionPolicy } from '@packhouse/contract/repositories/retention-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, Page, RelativeTime, Section, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DeletePolicy } from './delete-policy.tsx';
import { ruleText, whereText } from './retention-draft.ts';
import { editPolicyPath, newPolicyPath } from './retention-paths.ts';
import { t } from './retention-words.ts';
import { RunStatus, resultText, runColumns } from './run-columns.tsx';
import { RunPolicy } from './run-policy.tsx';
import './retention.css';

/** While something runs its figures grow; they are asked for so often where the platform cannot tell by itself. */
const followMilliseconds = 2000;

const createButton = () => (
  <LinkButton to={newPolicyPath} kind="primary" icon="plus">
    {t('newPolicy')}
  </LinkButton>
);

function columns(): Column<RetentionPolicy>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '24%',
      render: ({ id, name, enabled }) => (
        <span className="retention-name">
          <Link to={editPolicyPath(id)} className="ph-main-link">
            {name}
          </Link>
          {!enabled && <Tag>{t('off')}</Tag>}
        </span>
      ),
    },
    { id: 'rule', title: t('rule'), card: 'fact', render: ruleText },
    { id: 'where', title: t('where'), card: 'fact', render: whereText },
    { id: 'every', title: t('every'), card: 'fact', width: '140px', render: ({ every }) => t(every) },
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
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<RetentionPolicy>();
  const [starting, setStarting] = useState<RetentionPolicy>();
  const policies = useQuery(query(listRetentionPolicies, {}));
  useLive(['retention.run', 'audit.retention-policy.'], listRetentionPolicies, listRetentionRuns);
  const isLive = useLiveState() === 'live';
  const runs = useQuery({
    ...query(listRetentionRuns, {}),
    refetchInterval: ({ state }) => (!isLive && state.data?.items.some(({ finishedAt }) => finishedAt === undefined) ? followMilliseconds : false),
  });
  const rowActions = (policy: RetentionPolicy): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editPolicyPath(policy.id), keys: 'e' },
    { label: t('runNow'), icon: 'clock', onSelect: () => setStarting(policy) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(policy) },
  ];
  const lastRuns = new Map(runs.data?.items.map((run) => [run.id, run]));
  const rows = policies.data?.items.map((policy) => (policy.lastRun ? { ...policy, lastRun: lastRuns.get(policy.lastRun.id) ?? policy.lastRun } : policy));
  return (
    <Page title={t('retention')} count={rows?.length} subtitle={t('about')} actions={createButton()}>
      {policies.error && !rows ? (
        <Failure error={policies.error} onRetry={() => void policies.refetch()} />
      ) : (
        <DataTable
          id="retention-policies"
          label={t('retention')}
          columns={columns()}
          rows={rows}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          href={({ id }) => editPolicyPath(id)}
          onEdit={({ id }) => void navigate(editPolicyPath(id))}
          onDelete={setRemoving}
          rowActions={rowActions}
          empty={
            <EmptyState icon="clock" title={t('noneYet')} action={createButton()}>
              {t('noneYetHelp')}
            </EmptyState>
          }
        />
      )}
      {runs.data && runs.data.items.length > 0 && (
        <Section title={t('runs')}>
          <DataTable
            id="retention-runs"
            label={t('runs')}
            columns={runColumns()}
            rows={runs.data.items}
            rowKey={({ id }) => String(id)}
            empty={<EmptyState icon="clock" title={t('noRunsYet')} />}
          />
        </Section>
      )}
      {removing && <DeletePolicy policy={removing} onClose={() => setRemoving(undefined)} />}
      {starting && <RunPolicy policy={starting} onClose={() => setStarting(undefined)} />}
    </Page>
  );
}
