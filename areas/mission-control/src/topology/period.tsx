import { useAddress } from '@packhouse/console-kit/lists.ts';
import { type InsightPeriod, insightPeriods } from '@packhouse/contract/insight/insight-metrics.ts';
import { defaultPeriod } from '@packhouse/contract/mission-control/usage-routes.ts';
import { t } from './topology-words.ts';

/** The period that figures are about, as the address says it. */
export function usePeriod(): InsightPeriod {
  const [{ period }] = useAddress('period');
  return insightPeriods.find((one) => one === period) ?? defaultPeriod;
}

/** Chooses the period; the usual one is not said in the address. */
export function PeriodSelect() {
  const [, change] = useAddress('period');
  const period = usePeriod();
  return (
    <label className="mc-period">
      {t('period')}
      <select value={period} onChange={({ target: { value } }) => change({ period: value === defaultPeriod ? '' : value })}>
        {insightPeriods.map((one) => (
          <option key={one} value={one}>
            {t(`period_${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
