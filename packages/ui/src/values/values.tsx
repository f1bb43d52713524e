import { useSyncExternalStore } from 'react';
import { Tooltip } from '../control/tooltip.tsx';
import { CopyButton } from './copy.tsx';
import './values.css';

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

let locale: string | undefined;

/** The language of dates and numbers; the browser's own until it is set. */
export function setLocale(given: string | undefined): void {
  locale = given;
}

/** 'three hours ago' for a moment, seen from `now`. */
export function relativeTime(at: Date, now = new Date()): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, size] of steps) if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(Math.abs(seconds) < 10 ? 0 : seconds, 'second');
}

/** The whole date and time in the viewer's zone, the zone named. */
export function absoluteTime(at: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(at).concat(' ', zoneName(at));
}

function zoneName(at: Date): string {
  return new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }).formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

let minute = Date.now();
const watchers = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function everyMinute(watcher: () => void): () => void {
  watchers.add(watcher);
  clock ??= setInterval(() => {
    minute = Date.now();
    for (const one of watchers) one();
  }, 60_000);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

/** How long ago, kept right while it is on screen; the absolute time on hover. */
export function RelativeTime({ at }: { at: string | Date | undefined | null }) {
  const now = useSyncExternalStore(everyMinute, () => minute);
  if (!at) return <span className="ph-muted">–</span>;
  const date = typeof at === 'string' ? new Date(at) : at;
  return (
    <time dateTime={date.toISOString()} title={absoluteTime(date)} className="ph-nowrap">
      {relativeTime(date, new Date(Math.max(now, Date.now())))}
    </time>
  );
}

/** The day of a moment, for what lies far off; the absolute time on hover. */
export function DayOf({ at }: { at: string | Date }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={absoluteTime(date)} className="ph-nowrap">
      {new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date)}
    </time>
  );
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** '1.2 MB' for a number of bytes: powers of 1000, one decimal from kB on. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : 1;
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)} ${units[unit]}`;
}

/** A size, with the exact number of bytes on hover. */
export function Bytes({ value }: { value: number | undefined | null }) {
  if (value === undefined || value === null) return <span className="ph-muted">–</span>;
  return (
    <span className="ph-nowrap" title={`${new Intl.NumberFormat(locale).format(value)} B`}>
      {formatBytes(value)}
    </span>
  );
}

/** A number in the reader's spelling. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** A digest or id, shortened to what an eye can compare; the whole is copied. */
export function Digest({ value, length = 12, what = 'digest' }: { value: string; length?: number; what?: string }) {
  const at = value.indexOf(':') + 1;
  const short = value.length > at + length + 1 ? `${value.slice(0, at + length)}…` : value;
  return (
    <span className="ph-digest">
      <Tooltip text={value}>
        <code>{short}</code>
      </Tooltip>
      <CopyButton value={value} what={what} />
    </span>
  );
}

/** Text from a terminal's world with its copy button: a path, a coordinate, a command. */
export function Copyable({ value, what }: { value: string; what?: string }) {
  return (
    <span className="ph-digest">
      <code>{value}</code>
      <CopyButton value={value} {...(what ? { what } : {})} />
    </span>
  );
}
