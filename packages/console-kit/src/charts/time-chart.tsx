import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type ChartSeries, drawing, drawLayers, findTop } from './chart-shape.ts';
import { axisMarks, axisTime, type ChartPeriod, stepTime } from './chart-time.ts';
import './chart.css';

interface TimeChartProps {
  label: string;
  period: ChartPeriod;
  /** Begin of the first step, and milliseconds of each. */
  from: number;
  step: number;
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** What a layer says while no step is looked at: the last value, or all of them together. */
  summarise: (values: readonly (number | null)[]) => number | null;
}

/** Where the keys lead; undefined for keys that lead nowhere. */
function nextStep(key: string, at: number | undefined, count: number): number | undefined {
  const last = count - 1;
  const from = at ?? last + 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, from + 1);
  if (key === 'PageUp') return Math.min(last, from + 10);
  if (key === 'PageDown') return Math.max(0, from - 10);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

function TimeAxis({ period, from, step, count }: Pick<TimeChartProps, 'period' | 'from' | 'step'> & { count: number }) {
  return (
    <div className="trend-axis" aria-hidden="true">
      {axisMarks(period, { from, step, count }).map((at) => (
        <span key={at} style={{ insetInlineStart: `${(at / count) * 100}%` }}>
          {axisTime(period, new Date(from + at * step))}
        </span>
      ))}
    </div>
  );
}

function Legend({ series, chosen, format, summarise }: Pick<TimeChartProps, 'series' | 'format' | 'summarise'> & { chosen: number | undefined }) {
  return (
    <ul className="trend-legend">
      {series.map(({ key, label, color, values }) => {
        const value = chosen === undefined ? summarise(values) : (values[chosen] ?? null);
        return (
          <li key={key}>
            <i style={{ background: color }} aria-hidden="true" />
            <span>{label}</span> <b>{value === null ? '–' : format(value)}</b>
          </li>
        );
      })}
    </ul>
  );
}

/** Layers over time. Pointer and arrow keys choose a step, which the legend then tells; the table beside it says the same in words. */
export function TimeChart({ label, period, from, step, series, format, summarise }: TimeChartProps) {
  const [chosen, setChosen] = useState<number>();
  const count = series[0]?.values.length ?? 0;
  const top = findTop(series);
  const timeAt = (at: number) => stepTime(period, new Date(from + at * step));
  const tell = (at: number) => `${timeAt(at)}: ${series.map(({ label: name, values }) => `${name} ${format(values[at] ?? 0)}`).join(', ')}`;
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setChosen(Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count))));
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setChosen(undefined);
    const next = nextStep(event.key, chosen, count);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <div className="trend-chart">
      <div className="trend-scale" aria-hidden="true">
        <span>{format(top)}</span>
        <span>{top % 2 === 0 ? format(top / 2) : ''}</span>
        <span>{format(0)}</span>
      </div>
      <div
        className="trend-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={chosen ?? count - 1}
        aria-valuetext={tell(chosen ?? count - 1)}
        onKeyDown={walk}
        onPointerMove={follow}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
      >
        <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} preserveAspectRatio="none" aria-hidden="true">
          {drawLayers(series).map(({ key, color, path }) => (
            <path key={key} d={path} fill={color} />
          ))}
        </svg>
        {chosen !== undefined && <span className="trend-cursor" style={{ insetInlineStart: `${((chosen + 0.5) / count) * 100}%` }} />}
      </div>
      <TimeAxis period={period} from={from} step={step} count={count} />
      {chosen !== undefined && (
        <p
          className="trend-moment"
          aria-hidden="true"
          style={{ marginInlineStart: `clamp(0px, calc(${((chosen + 0.5) / count) * 100}% - 80px), calc(100% - 160px))` }}
        >
          {timeAt(chosen)}
        </p>
      )}
      <Legend series={series} chosen={chosen} format={format} summarise={summarise} />
    </div>
  );
}
