import { query } from '@packhouse/console-kit/calls/calls.ts';
import { Loaded } from '@packhouse/console-kit/lists/failure.tsx';
import { language } from '@packhouse/console-kit/words/i18n.ts';
import { leastForecastDays, readStorageForecast, type StorageForecast } from '@packhouse/contract/insight/insight-routes.ts';
import { Bytes, formatBytes, formatNumber, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Link } from 'react-router';
import { paths } from '../navigation/landing.ts';
import { t } from './overview-words.ts';

const forecast = () => query(readStorageForecast, {});

const writeDay = (at: string) => new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(at));

function tellFuture({ days, perDay, disk, full }: StorageForecast): string | undefined {
  if (perDay === null) return t('forecastLater', { needed: leastForecastDays, days });
  if (!disk) return undefined;
  if (!full) return t('notFilling');
  const earliest = writeDay(full.earliest);
  return full.latest === null ? t('fullAfter', { earliest }) : t('fullBetween', { earliest, latest: writeDay(full.latest) });
}

const sign = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '');

/** How full it is, and when there is no room left. */
export function StorageFacts() {
  const result = useQuery(forecast());
  return (
    <Loaded result={result} skeleton={<Skeleton lines={4} />}>
      {(known) => {
        const { values, disk, perDay, spread } = known;
        const stored = values.findLast((value) => value !== null);
        const used = disk && disk.total > 0 ? (disk.total - disk.free) / disk.total : undefined;
        return (
          <section className="ph-facts overview-storage" aria-label={t('storage')}>
            <h2>{t('storage')}</h2>
            <dl>
              <div>
                <dt>{t('stored')}</dt>
                <dd>{stored === undefined || stored === null ? <span className="ph-muted">{t('notLookedAt')}</span> : <Bytes value={stored} />}</dd>
              </div>
              {disk && (
                <div>
                  <dt>{t('free')}</dt>
                  <dd>{t('ofDisk', { free: formatBytes(disk.free), total: formatBytes(disk.total) })}</dd>
                </div>
              )}
              {perDay !== null && spread !== null && (
                <div>
                  <dt>{t('perDay')}</dt>
                  <dd>{`${sign(perDay)}${formatBytes(Math.abs(perDay))} ± ${formatBytes(spread)}`}</dd>
                </div>
              )}
            </dl>
            {used !== undefined && (
              <meter
                className="overview-meter"
                min={0}
                max={1}
                low={0.75}
                high={0.9}
                optimum={0}
                value={used}
                aria-label={t('diskUsed', { share: formatNumber(Math.round(used * 100)) })}
              />
            )}
            <p className="ph-muted">{tellFuture(known)}</p>
            <Link to={paths.storage}>{t('storageSummary')}</Link>
          </section>
        );
      }}
    </Loaded>
  );
}

/** Fetched once there is a trend to draw. */
const DayChart = lazy(async () => ({ default: (await import('@packhouse/console-kit/charts.ts')).DayChart }));

/** How that came about. */
export function StorageTrend() {
  const { data } = useQuery(forecast());
  // A single day is a block, no trend; what fails says so in the facts.
  if (!data || data.days < 2) return null;
  const { from, values } = data;
  return (
    <DayChart
      id="storage"
      title={t('storage')}
      lead={t('storageDays', { days: values.length })}
      name="storedBytes"
      kind="level"
      unit="bytes"
      from={from}
      values={values}
    />
  );
}
