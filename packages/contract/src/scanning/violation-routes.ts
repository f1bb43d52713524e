import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { constants } from '../constants.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { severities } from '../severities.ts';
import { Analysis } from './analysis.ts';
import { severityFloors } from './policy-routes.ts';
import { policyTypes } from './policy-types.ts';
import { IgnoreExpiry, IgnoreNotes } from './scanning-ignore-routes.ts';
import { Violation } from './violation.ts';

const base = `${prefixes.consoleApi}/xray/ui/violations`;
const violationFilters = ['active', 'ignored'] as const;
export const violationRowsPerPage = constants.violationRows;

const text = z.string().trim().min(1).max(1000).optional();
/** Violations that fit all that is given. */
export const ViolationFilter = z.object({
  filter: z.enum(violationFilters).default('active').catch('active'),
  severities: z.array(z.enum(severities)).max(severities.length).optional(),
  type: z.enum(policyTypes).optional(),
  watch: text,
  policy: text,
  /** A vulnerability by any of its ids, a licence or a risk. */
  subject: text,
  repository: text,
  /** Package id (`npm://left-pad`) and version of the artifact. */
  packageId: text,
  version: text,
  path: text,
  /** Package URL of what it is found in. */
  component: text,
  projectKey: z.string().min(1).max(64).optional(),
  /** Part of the name of the package or what is found. */
  search: text,
});
export type ViolationFilter = z.output<typeof ViolationFilter>;

const query = z.object({
  direction: z.enum(['asc', 'desc']).default('asc').catch('asc'),
  num_of_rows: z.coerce.number().int().min(1).max(100).default(violationRowsPerPage),
  order_by: z.enum(['severity', 'created', 'package', 'watch']).default('severity').catch('severity'),
  page_num: z.coerce.number().int().min(1).max(10_000).default(1),
  /** Where the page begins, or ends, as the page before or after it said; however far back, it takes no longer than the first. Without it `page_num` counts pages. */
  after: z.string().max(3000).optional(),
  before: z.string().max(3000).optional(),
});

/** Most frequent values first, up to 50. */
const Facet = z.array(z.object({ value: z.string(), count: z.int() }));

export const listViolations = route('listViolations', {
  summary: 'Violations of policies in what the caller may read, worst first',
  method: 'POST',
  url: base,
  access: 'user',
  query,
  body: ViolationFilter.prefault({}),
  reply: z.object({
    data: z.array(Violation),
    total_count: z.int(),
    /** Where the pages after and before this one are; null where there is none. */
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** How many fit, by what they can be narrowed to. */
    facets: z.object({
      active: z.int(),
      ignored: z.int(),
      severities: z.array(z.object({ severity: z.enum(severities), count: z.int() })),
      types: Facet,
      policies: Facet,
      watches: Facet,
      repositories: Facet,
    }),
  }),
  status: 200,
});

const params = z.object({ id: z.string().regex(/^\d{1,18}$/) });

const ViolationEvent = z.object({
  what: z.enum(['opened', 'ignored', 'returned', 'closed']),
  /** Why it opened (`new content`, `new advisory`, `exploitation`, `policy changed`, `licence changed`, `risk changed`, `properties changed`, `repository changed`) or closed (`fixed`, `withdrawn`, `policy changed`, `target gone`); null where nobody knows. */
  reason: z.string().nullable(),
  at: z.iso.datetime(),
  /** The ignore rule by which it was ignored, or that hides it no more, and who ended that; null where the clock did. */
  rule: z.object({ author: z.string(), notes: z.string(), approved_by: z.string().nullable(), ended_by: z.string().nullable() }).nullable(),
});

export const readViolation = route('readViolation', {
  summary: 'One violation and what happened to it',
  method: 'GET',
  url: `${base}/:id`,
  access: 'user',
  params,
  reply: Violation.extend({
    state: z.enum(['active', 'ignored', 'closed']),
    events: z.array(ViolationEvent),
    /** What was asked for it last, unless that has ended: an ignore rule, and what was decided about it. */
    asked: z
      .object({
        id: z.uuid(),
        state: z.enum(['asked', 'approved', 'refused']),
        author: z.string(),
        notes: z.string(),
        decided_by: z.string().nullable(),
        decision: z.string(),
      })
      .nullable(),
  }),
});

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .catch('false')
  .transform((word) => word === 'true');
const ignoring = { notes: IgnoreNotes, expires_at: IgnoreExpiry, analysis: Analysis.optional() };
const ignoreQuery = z.object({ ignore_once: flag });

export const ignoreViolation = route('ignoreViolation', {
  summary: 'Ignores what a violation is about in its artifact; with `ignore_once` this occurrence alone',
  method: 'POST',
  url: `${base}/:id/ignore`,
  access: 'user',
  params,
  query: ignoreQuery,
  body: z.object(ignoring),
  reply: z.object({ id: z.uuid() }),
  status: 201,
});

export const mostIgnoredAtOnce = 500;
export const ignoreAllViolations = route('ignoreAllViolations', {
  summary: 'Ignores several violations: those named, or the active ones that fit a filter, the worst 500 of them; `after` goes on with the next',
  method: 'POST',
  url: `${base}/ignore_all`,
  access: 'user',
  query: ignoreQuery,
  body: z.object({
    ...ignoring,
    ids: z.array(params.shape.id).min(1).max(mostIgnoredAtOnce).optional(),
    filter: ViolationFilter.optional(),
    /** Where the last call ended. */
    after: z.string().max(3000).optional(),
  }),
  /** `left` fit as well and are still to be ignored; they begin at `next`. */
  reply: z.object({ ignored: z.int(), left: z.int(), next: z.string().nullable() }),
  status: 200,
});

/** One word of a list, in any case of letters: existing clients write `Operational Risk` and `operational_risk`. */
function inAnyCase<const Words extends readonly string[]>(words: Words) {
  const plain = (word: string) => word.toLowerCase().replaceAll(' ', '_');
  return z.preprocess((value) => (typeof value === 'string' ? (words.find((word) => plain(word) === plain(value)) ?? value) : value), z.enum(words));
}

const numbers = z.array(z.string());
const WireViolation = z.object({
  violation_id: z.string(),
  issue_id: z.string(),
  type: z.enum(policyTypes),
  watch_name: z.string(),
  severity: z.enum(severities),
  created: z.iso.datetime(),
  description: z.string(),
  summary: z.string(),
  infected_components: numbers,
  infected_versions: numbers.optional(),
  fix_versions: numbers.optional(),
  impact_artifacts: numbers,
  violation_details_url: z.string(),
  matched_policies: z
    .array(z.object({ policy: z.string(), rule: z.string(), is_blocking: z.boolean(), is_build_failed: z.boolean(), is_ignored: z.boolean() }))
    .optional(),
  ignore_rule_info: z
    .object({ id: z.string(), author: z.string(), created: z.string(), notes: z.string(), expires_at: z.string().optional(), is_expired: z.boolean() })
    .optional(),
});

/** A violation does not change while it is open: it is as old as when it was updated last. */
const wireOrders = ['severity', 'created', 'updated', 'watch_name', 'package'] as const;

export const listXrayViolations = route('listXrayViolations', {
  summary: 'Violations of policies in what the caller may read',
  method: 'POST',
  url: `${prefixes.scanning}/api/v1/violations`,
  access: 'user',
  query: z.object({ projectKey: z.string().min(1).max(64).optional() }),
  body: z
    .object({
      filters: z
        .strictObject({
          watch_name: z.string().max(200).optional(),
          violation_type: inAnyCase(policyTypes).optional(),
          min_severity: inAnyCase(severityFloors).optional(),
          issue_id: z.string().max(200).optional(),
          cve_id: z.string().max(200).optional(),
          name_contains: z.string().max(500).optional(),
          /** Only `false` leaves out what tells more than the finding and where it is. */
          include_details: z.boolean().default(true),
          created_from: z.iso.datetime({ offset: true }).optional(),
          created_until: z.iso.datetime({ offset: true }).optional(),
          violation_status: z.enum(['Active', 'Ignored', 'All']).optional(),
          resources: z
            .strictObject({
              artifacts: z
                .array(z.strictObject({ repo: z.string().max(100), path: z.string().max(1500) }))
                .max(100)
                .optional(),
            })
            .optional(),
        })
        .prefault({}),
      pagination: z
        .object({
          order_by: inAnyCase(wireOrders).optional(),
          direction: z.enum(['asc', 'desc']).optional(),
          limit: z.int().min(1).max(500).default(25),
          offset: z.int().min(1).max(10_000).default(1),
        })
        .prefault({}),
    })
    .prefault({}),
  reply: z.object({ total_violations: z.int(), violations: z.array(WireViolation) }),
  status: 200,
  compatible: { note: '`offset` counts pages from 1; words of filters are taken in any case of letters, and others refused', provenBy: [proofs.governance] },
});
