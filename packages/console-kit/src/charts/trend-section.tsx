import type { TrendChart, Trends } from '@packhouse/contract/insight/insight-routes.ts';
import { Button, downloadText, Section } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { type ChartPeriod, stepTime } from './chart-time.ts';
import { t } from './chart-words.ts';
import { TimeChart } from './time-chart.tsx';
import { fileName, getFormat, listRows, listSeries, summarise, type TrendRow, writeCsv } from './trend-series.ts';

interface TrendSectionProps {
  title: string;
  lead?: string;
  chart: Pick<TrendChart, 'kind' | 'unit' | 'series'> & { id: string };
  trends: Pick<Trends, 'from' | 'step'> & { period: ChartPeriod };
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

function TrendTable({ title, chart, trends }: Pick<TrendSectionProps, 'title' | 'chart' | 'trends'>) {
  const format = getFormat(chart);
  return (
    <div className="trend-table">
      <DataTable<TrendRow>
        id={`trends-${chart.id}`}
        label={title}
        columns={[
          { id: 'time', title: t('time'), card: 'title', render: ({ at }) => <time dateTime={at.toISOString()}>{stepTime(trends.period, at)}</time> },
          ...listSeries(chart).map(({ key, label }, place) => ({
            id: key,
            title: label,
            align: 'end' as const,
            card: 'fact' as const,
            render: ({ values }: TrendRow) => {
              const value = values[place];
              return value === null || value === undefined ? '–' : format(value);
            },
          })),
        ]}
        rows={listRows(chart, trends)}
        rowKey={({ at }) => at.toISOString()}
        empty={<p className="ph-muted">{t('noData')}</p>}
      />
    </div>
  );
}

/** One chart with its table and its file. */
export function TrendSection({ title, lead, chart, trends, isTable, onTable }: TrendSectionProps) {
  // Counted nothing is nothing to draw; a level of zero is a figure.
  const isNothing = (value: number | null) => value === null || (chart.kind === 'counter' && value === 0);
  const isEmpty = chart.series.every(({ values }) => values.every(isNothing));
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        !isEmpty && (
          <>
            <Button size="small" icon={isTable ? 'chart' : 'list'} onClick={() => onTable(!isTable)}>
              {isTable ? t('showChart') : t('showTable')}
            </Button>
            <Button size="small" icon="download" onClick={() => downloadText(fileName(chart, trends.period), writeCsv(chart, trends))}>
              {t('csv')}
            </Button>
          </>
        )
      }
    >
      {isEmpty ? (
        <p className="ph-muted">{t('noData')}</p>
      ) : isTable ? (
        <TrendTable title={title} chart={chart} trends={trends} />
      ) : (
        <TimeChart
          label={title}
          period={trends.period}
          from={Date.parse(trends.from)}
          step={trends.step * 1000}
          series={listSeries(chart)}
          format={getFormat(chart)}
          summarise={(values) => summarise(chart.kind, values)}
        />
      )}
    </Section>
  );
}
