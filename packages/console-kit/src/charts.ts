/** Fourth entry of the console kit: figures over time. */

export { DayChart } from './charts/day-chart.tsx';
export { isPeriod, PeriodChoice } from './charts/period-choice.tsx';
export { type Charted, TrendCharts } from './charts/trend-charts.tsx';
export { TrendSection } from './charts/trend-section.tsx';
