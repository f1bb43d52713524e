import { useState } from 'react';
import { TrendSection } from './trend-section.tsx';

const daySeconds = 86_400;

interface DayChartProps {
  id: string;
  title: string;
  lead: string;
  /** What is counted or measured: `downloads`, `versions`, `storedBytes`. */
  name: 'downloads' | 'versions' | 'storedBytes';
  kind: 'level' | 'counter';
  unit: 'bytes' | 'count';
  /** Begin of the first day, by UTC. */
  from: string;
  values: readonly (number | null)[];
}

/** Days, one after the other, with their table and their file. */
export function DayChart({ id, title, lead, name, kind, unit, from, values }: DayChartProps) {
  const [isTable, setTable] = useState(false);
  return (
    <TrendSection
      title={title}
      lead={lead}
      chart={{ id, kind, unit, series: [{ of: 'figure', name, values: [...values] }] }}
      trends={{ period: 'days', from, step: daySeconds }}
      isTable={isTable}
      onTable={setTable}
    />
  );
}
