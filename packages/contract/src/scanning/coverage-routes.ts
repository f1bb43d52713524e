import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { sourceOldDays } from './overview-routes.ts';

/** Why something is not judged, or not by what is known now. */
export const coverageReasons = ['not_indexed', 'not_scanned', 'failed', 'not_supported', 'no_source', 'old_source'] as const;
export type CoverageReason = (typeof coverageReasons)[number];

/** A source that was not known to be as its publisher has it for so many days judges by old knowledge. */
export const oldKnowledgeDays = sourceOldDays;

const base = `${prefixes.consoleApi}/xray/ui/coverage`;
const After = z.string().min(1).max(2000).optional();
const Limit = z.coerce.number().int().min(1).max(200).default(50);

const CoverageGap = z.object({
  reason: z.enum(coverageReasons),
  repository: z.string(),
  packageType: z.string(),
  /** The kind of components that nobody, or only an old source, says anything about; null where whole versions are not judged. */
  ecosystem: z.string().nullable(),
  /** Null where nobody has counted them, since nothing looks at the repository. */
  versions: z.int().nullable(),
  /** When the newest of the sources for this kind was last known to be as its publisher has it. */
  at: z.iso.datetime().nullable(),
});
export type CoverageGap = z.output<typeof CoverageGap>;

export const listCoverageGaps = route('listCoverageGaps', {
  summary: 'What is not judged in what the caller may read, and why: by repository and kind of components, with how many versions that is about',
  method: 'GET',
  url: base,
  access: 'user',
  query: z.object({
    reason: z.enum(coverageReasons).optional(),
    repository: z.string().min(1).max(128).optional(),
    projectKey: z.string().min(1).max(64).optional(),
    after: After,
    limit: Limit,
  }),
  reply: z.object({
    items: z.array(CoverageGap),
    next: z.string().nullable(),
    /** How many gaps there are for each reason; those without any are left out. */
    counts: z.array(z.object({ reason: z.enum(coverageReasons), gaps: z.int(), versions: z.int() })),
    /** Versions in what may be read, and those among them that were looked into. */
    scans: z.object({ scanned: z.int(), total: z.int() }),
  }),
});

const NotJudgedVersion = z.object({
  repository: z.string(),
  path: z.string(),
  packageId: z.string(),
  version: z.string(),
  /** Why the scan ended without a result. */
  reason: z.string().nullable(),
  said: Said.optional(),
  scanned: z.iso.datetime().nullable(),
});
export type NotJudgedVersion = z.output<typeof NotJudgedVersion>;

export const listNotJudged = route('listNotJudged', {
  summary: 'The versions of one gap of coverage, in the order of their paths',
  method: 'GET',
  url: `${base}/versions`,
  access: 'user',
  query: z.object({
    reason: z.enum(coverageReasons).exclude(['not_indexed']),
    repository: z.string().min(1).max(128),
    ecosystem: z.string().min(1).max(128).optional(),
    after: After,
    limit: Limit,
  }),
  reply: z.object({ items: z.array(NotJudgedVersion), next: z.string().nullable() }),
});
