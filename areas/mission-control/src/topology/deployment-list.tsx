import type { Connection } from '@packhouse/contract/mission-control/connections.ts';
import type { Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { EmptyState, RelativeTime, Section, type StatusKind, StatusTag, Tag, words } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { ConnectionName } from './connection-name.tsx';
import { DeploymentState } from './deployment-state.tsx';
import { formatLag, formatPlace } from './formats.ts';
import { t } from './topology-words.ts';

const unitColumns = (getPath: (unit: Unit) => string, selected: string): Column<Unit>[] => [
  {
    id: 'name',
    title: t('deployment'),
    card: 'title',
    render: (unit) => (
      <>
        <Link to={getPath(unit)} className="ph-main-link" aria-current={unit.id === selected ? 'true' : undefined}>
          {unit.name}
        </Link>{' '}
        {unit.home && <Tag>{t('home')}</Tag>}
      </>
    ),
  },
  { id: 'status', title: t('status'), card: 'fact', width: '150px', render: (unit) => <DeploymentState status={unit.status} /> },
  { id: 'since', title: t('since'), width: '150px', render: ({ since }) => <RelativeTime at={since} /> },
  { id: 'place', title: t('place'), card: 'fact', width: '180px', render: ({ location }) => formatPlace(location) },
  { id: 'version', title: t('version'), width: '120px', render: ({ version }) => version ?? <span className="ph-muted">{t('notKnown')}</span> },
];

/** Milliseconds: whoever is less behind is up to date. */
const noticeable = 1000;

/** The same as the map in words: every deployment, with and without a place. */
export function DeploymentList({ units, selected, getPath }: { units: readonly Unit[]; selected: string; getPath: (unit: Unit) => string }) {
  return (
    <Section title={t('deployments')}>
      <DataTable
        id="deployments"
        label={t('deployments')}
        columns={unitColumns(getPath, selected)}
        rows={units}
        rowKey={({ id }) => id}
        href={getPath}
        empty={null}
      />
    </Section>
  );
}

const kinds: Readonly<Record<Connection['status'], StatusKind>> = { Succeeded: 'good', 'Not Run': 'neutral', 'Not Configured': 'neutral', Failed: 'bad' };

/** How a connection went last, with what went wrong, since when, and when it is tried again; one that is may have succeeded before that. */
export function ConnectionStatus({ status, error, failingSince, nextAt }: Pick<Connection, 'status' | 'error' | 'failingSince' | 'nextAt'>) {
  return (
    <>
      <StatusTag kind={error && status !== 'Failed' ? 'warning' : kinds[status]}>{t(status)}</StatusTag>
      {error && <div className="ph-muted mc-why">{words().said(error)}</div>}
      {failingSince && (
        <div className="ph-muted mc-why">
          {t('failingSince')} <RelativeTime at={failingSince} />
        </div>
      )}
      {nextAt && (
        <div className="ph-muted mc-why">
          {t('nextTry')} <RelativeTime at={nextAt} />
        </div>
      )}
    </>
  );
}

const connectionColumns = (getName: (id: string) => string): Column<Connection>[] => [
  {
    id: 'way',
    title: t('fromTo'),
    card: 'title',
    render: ({ source, target }) => t('way', { source: getName(source), target: getName(target) }),
  },
  { id: 'kind', title: t('kind'), card: 'fact', width: '130px', render: ({ kind }) => t(kind) },
  { id: 'what', title: t('what'), width: '180px', render: (one) => <ConnectionName {...one} /> },
  { id: 'status', title: t('status'), card: 'fact', width: '160px', render: (one) => <ConnectionStatus {...one} /> },
  {
    id: 'last',
    title: t('last'),
    width: '190px',
    render: ({ lastAt, lagMs }) => (
      <>
        <RelativeTime at={lastAt} /> {lagMs !== null && lagMs >= noticeable && <span className="ph-muted">{t('behind', { time: formatLag(lagMs) })}</span>}
      </>
    ),
  },
];

/** What goes from one deployment to another, line by line. */
export function ConnectionList({ connections, units }: { connections: readonly Connection[]; units: readonly Unit[] }) {
  const names = new Map(units.map(({ id, name }) => [id, name]));
  const shown = connections.filter(({ status }) => status !== 'Not Configured');
  return (
    <Section title={t('connections')}>
      <DataTable
        id="connections"
        label={t('connections')}
        columns={connectionColumns((id) => names.get(id) ?? id)}
        rows={shown}
        rowKey={({ kind, name, source, target }) => `${kind} ${name} ${source} ${target}`}
        empty={
          <EmptyState icon="link" title={t('noConnections')}>
            {t('connectionsHelp')}
          </EmptyState>
        }
      />
    </Section>
  );
}
