import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { type CountedWatch, deleteWatch, listWatches } from '@packhouse/contract/scanning/watch-routes.ts';
import { Banner, Deletion, EmptyState, LinkButton, type MenuEntry, nameSeverity, SeverityTag, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { editWatchPath, newPolicyPath, newWatchPath, violationListPath } from './governing-screens.ts';
import { t } from './governing-words.ts';
import '../scanning.css';

const newButton = () => (
  <LinkButton to={newWatchPath} kind="primary" icon="plus">
    {t('newWatch')}
  </LinkButton>
);

/** Asks before a watch goes. */
export function DeleteWatch({ name, onClose, onDeleted }: { name: string; onClose: () => void; onDeleted?: () => void }) {
  const work = async () => {
    await call(deleteWatch, { params: { name } });
    await refresh(listWatches);
    onDeleted?.();
  };
  return (
    <Deletion title={t('removeWatchTitle')} action={t('remove')} work={work} done={t('removed', { name })} onClose={onClose}>
      <p>{t('removeWatchText')}</p>
    </Deletion>
  );
}

function whereText({ project_resources: { resources }, project_key }: CountedWatch): string {
  const places = resources.map(({ type, name = '' }) => {
    if (type === 'all-repos') return t('anyRepository');
    if (type === 'all-builds') return t('anyBuild');
    if (type.startsWith('all-releaseBundles')) return t('anyBundle');
    if (type === 'build') return t('ofBuild', { name });
    if (type === 'all-gitRepositories') return t('anySource');
    if (type === 'gitRepository') return t('ofSource', { name });
    if (type.startsWith('releaseBundle')) return t('ofBundle', { name });
    return type === 'project' ? t('inProject', { name }) : name || type;
  });
  const narrowed = resources.some(({ filters = [] }) => filters.length > 0) ? [t('narrowedShort')] : [];
  const text = [...places, ...narrowed].join(', ');
  return project_key ? `${text} (${t('inProject', { name: project_key })})` : text;
}

function Counts({ watch: { general_data, violations } }: { watch: CountedWatch }) {
  const there = violations.filter(({ active }) => active > 0);
  if (there.length === 0) return <span className="ph-muted">{t('noViolations')}</span>;
  return (
    <Link to={`${violationListPath}?${new URLSearchParams({ watch: general_data.name })}`} className="scan-name">
      {there.map(({ severity, active }) => (
        <SeverityTag key={severity} severity={severity}>
          {`${active} ${nameSeverity(severity)}`}
        </SeverityTag>
      ))}
    </Link>
  );
}

function columns(): Column<CountedWatch>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '22%',
      render: ({ general_data: { name, description, active } }) => (
        <span className="scan-name">
          <Link to={editWatchPath(name)} className="ph-main-link" title={description || undefined}>
            {name}
          </Link>
          {!active && <StatusTag kind="neutral">{t('paused')}</StatusTag>}
        </span>
      ),
    },
    { id: 'where', title: t('looksAt'), card: 'fact', width: '24%', render: (watch) => <span className="scan-where">{whereText(watch)}</span> },
    { id: 'policies', title: t('policies'), render: ({ assigned_policies }) => assigned_policies.map(({ name }) => name).join(', ') },
    { id: 'violations', title: t('violations'), card: 'fact', render: (watch) => <Counts watch={watch} /> },
  ];
}

/** Which policies judge which repositories, and what they found. */
export function WatchListPage() {
  const list = useList(listWatches, {}, { rows: ({ data }) => data, live: ['watch.', 'policy.', 'violation.'] });
  const [removing, setRemoving] = useState<string>();
  const waiting = list.answer?.waiting ?? 0;
  const rowActions = ({ general_data: { name } }: CountedWatch): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editWatchPath(name), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) },
  ];
  return (
    <ListPage
      id="watches"
      title={t('watches')}
      subtitle={t('watchesAbout')}
      actions={newButton()}
      above={waiting > 0 ? <Banner kind="info">{t('waiting', { count: waiting })}</Banner> : undefined}
      list={list}
      columns={columns()}
      rowKey={({ general_data }) => general_data.name}
      href={({ general_data }) => editWatchPath(general_data.name)}
      rowActions={rowActions}
      none={
        <EmptyState icon="eye" title={t('noWatches')} action={<LinkButton to={newPolicyPath}>{t('newPolicy')}</LinkButton>}>
          {t('noWatchesHelp')}
        </EmptyState>
      }
    >
      {removing !== undefined && <DeleteWatch name={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
