import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { severities } from '../severities.ts';
import { Violation } from './violation.ts';

/** Days that the trend goes back, today among them. */
export const trendDays = 30;
/** A source that was not known to be as its publisher has it for so many days is old. */
export const sourceOldDays = 7;

const TrendDay = z.object({
  /** In UTC. */
  day: z.iso.date(),
  opened: z.int(),
  closed: z.int(),
  /** At its end. */
  active: z.int(),
});
export type TrendDay = z.output<typeof TrendDay>;

const FixFirst = z.object({
  /** The vulnerability, by the id that all advisories about it share. */
  subject: z.string(),
  summary: z.string(),
  severity: z.enum(severities),
  /** Day on which it was noted to be exploited. */
  exploited: z.string().nullable(),
  /** Probability that it is exploited within 30 days. */
  epss: z.number().nullable(),
  fixed_versions: z.array(z.string()),
  versions: z.int(),
});
export type FixFirst = z.output<typeof FixFirst>;

const JudgingSource = z.object({ name: z.string(), at: z.iso.datetime(), ecosystems: z.array(z.string()), is_old: z.boolean() });
export type JudgingSource = z.output<typeof JudgingSource>;

export const readSecurityOverview = route('readSecurityOverview', {
  summary: 'How things stand with violations in what the caller may read: trend, what is new, what to fix first, and by which sources is judged',
  method: 'GET',
  url: `${prefixes.consoleApi}/xray/ui/overview`,
  access: 'user',
  query: z.object({ projectKey: z.string().min(1).max(64).optional() }),
  reply: z.object({
    active: z.int(),
    ignored: z.int(),
    severities: z.array(z.object({ severity: z.enum(severities), count: z.int() })),
    /** Active ones that keep a file from being downloaded now. */
    blocking: z.int(),
    /** Active ones that a newer version mends. */
    fixable: z.int(),
    /** In the last 24 hours. */
    day: z.object({ opened: z.int(), closed: z.int(), newest: z.array(Violation) }),
    /** Null for those who may read only parts of repositories: what is over there is not known. */
    trend: z.array(TrendDay).nullable(),
    fix_first: z.array(FixFirst),
    sources: z.array(JudgingSource),
    /** Kinds of components that are here and that no source stands for. */
    not_judged: z.array(z.string()),
    scans: z.object({ scanned: z.int(), total: z.int() }),
    /** Watches that judge. */
    watches: z.int(),
  }),
});
