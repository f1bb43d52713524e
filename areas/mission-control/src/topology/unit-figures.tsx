import { query } from '@packhouse/console-kit/console-kit.ts';
import type { InsightPeriod } from '@packhouse/contract/insight/insight-metrics.ts';
import { readUnitFederation, readUnitReplication, readUnitStorage } from '@packhouse/contract/insight/insight-routes.ts';
import type { Connection } from '@packhouse/contract/mission-control/connections.ts';
import type { Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { readUsage } from '@packhouse/contract/mission-control/usage-routes.ts';
import { Button, formatBytes, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConnectionName } from './connection-name.tsx';
import { ConnectionStatus } from './deployment-list.tsx';
import { t } from './topology-words.ts';

interface FigureProps<Data> {
  title: string;
  /** This is said when it cannot be had; the rest of the panel does not mind. */
  failed: string;
  result: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** This is known without asking. */
  known?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** One part of the panel that is asked for by itself. */
function Figure<Data>({ title, failed, result: { data, error, refetch }, known, children }: FigureProps<Data>) {
  return (
    <section>
      <h3>{title}</h3>
      {known}
      {error ? (
        <div role="alert">
          <p>{failed}</p>
          <p className="ph-muted">{error.message}</p>
          <Button size="small" onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </div>
      ) : data === undefined ? (
        <Skeleton lines={2} />
      ) : (
        children(data)
      )}
    </section>
  );
}

/** What is used most: of this deployment, which alone counts its own downloads. */
function Usage({ period }: { period: InsightPeriod }) {
  const usage = useQuery(query(readUsage, { query: { limit: 5, period } }));
  return (
    <Figure title={t('usage')} failed={t('usageFailed')} result={usage}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="ph-muted">{t('noUsage')}</p>
        ) : (
          <ul className="mc-lines">
            {items.map(({ repository, bytes }) => (
              <li key={repository}>
                <span>{repository}</span>
                <span className="ph-muted">{formatBytes(bytes)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Figure>
  );
}

const width = 240;
const height = 36;

/** A line of what is known; where nothing is known there is none. */
function Line({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2) return null;
  const most = Math.max(...known.map(({ value }) => value), 1);
  const points = known.map(({ at, value }) => `${(at / (values.length - 1)) * width},${height - 2 - (value / most) * (height - 4)}`);
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} className="mc-line" aria-hidden>
        <polyline points={points.join(' ')} />
      </svg>
      <p className="ph-muted">{t('overTime', { first: formatBytes(first.value), last: formatBytes(last.value) })}</p>
    </>
  );
}

/** What it stores now, as it says itself, and what it stored over the period, as insight keeps it. */
function Storage({ unit: { id, storage }, period }: { unit: Unit; period: InsightPeriod }) {
  const result = useQuery(query(readUnitStorage, { query: { unit: id, period } }));
  const now = storage && (
    <>
      {storage.used !== null && <p>{t('used', { used: formatBytes(storage.used) })}</p>}
      {storage.total !== null && storage.free !== null && (
        <p className="ph-muted">{t('free', { free: formatBytes(storage.free), total: formatBytes(storage.total) })}</p>
      )}
      {!storage.writable && <p>{t('notWritable')}</p>}
    </>
  );
  return (
    <Figure title={t('storage')} failed={t('storageFailed')} result={result} known={now ?? <p className="ph-muted">{t('notKnown')}</p>}>
      {({ values }) => <Line values={values} />}
    </Figure>
  );
}

function ConnectionLines({ items, getName }: { items: readonly Connection[]; getName: (id: string) => string }) {
  if (items.length === 0) return <p className="ph-muted">{t('nothingConnected')}</p>;
  return (
    <ul className="mc-lines">
      {items.map((one) => (
        <li key={`${one.name} ${one.source} ${one.target}`}>
          <span>
            {t('way', { source: getName(one.source), target: getName(one.target) })}{' '}
            <span className="ph-muted">
              <ConnectionName {...one} />
            </span>
          </span>
          <div>
            <ConnectionStatus {...one} />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface FiguresProps {
  unit: Unit;
  period: InsightPeriod;
  getName: (id: string) => string;
}

/** What is counted of one deployment over a period: four questions, each of which may fail alone. */
export function UnitFigures({ unit, period, getName }: FiguresProps) {
  const asked = { query: { unit: unit.id, period } };
  const replication = useQuery(query(readUnitReplication, asked));
  const federation = useQuery(query(readUnitFederation, asked));
  return (
    <>
      <Storage unit={unit} period={period} />
      <Figure title={t('REPLICATION')} failed={t('replicationFailed')} result={replication}>
        {({ items }) => <ConnectionLines items={items} getName={getName} />}
      </Figure>
      <Figure title={t('FEDERATION')} failed={t('federationFailed')} result={federation}>
        {({ items }) => <ConnectionLines items={items} getName={getName} />}
      </Figure>
      {unit.home && <Usage period={period} />}
    </>
  );
}
