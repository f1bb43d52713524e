import { type InsightPeriod, insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import { useId } from 'react';
import { t } from './chart-words.ts';
import './chart.css';

export const isPeriod = (text: string): text is InsightPeriod => (insightPeriods as readonly string[]).includes(text);

const names: Readonly<Record<InsightPeriod, () => string>> = {
  day: () => t('period_day'),
  week: () => t('period_week'),
  month: () => t('period_month'),
  year: () => t('period_year'),
};

interface PeriodChoiceProps<Period extends InsightPeriod> {
  periods: readonly Period[];
  period: Period;
  onPeriod: (period: Period) => void;
}

/** How far back charts look. */
export function PeriodChoice<Period extends InsightPeriod>({ periods, period, onPeriod }: PeriodChoiceProps<Period>) {
  const name = useId();
  return (
    <fieldset className="trend-periods">
      <legend className="ph-hidden-text">{t('period')}</legend>
      {periods.map((one) => (
        <label key={one}>
          <input type="radio" name={name} value={one} checked={one === period} onChange={() => onPeriod(one)} />
          <span>{names[one]()}</span>
        </label>
      ))}
    </fieldset>
  );
}
