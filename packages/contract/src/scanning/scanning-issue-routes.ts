// Vulnerabilities that somebody here describes, and what is known of one whatever it is in.
import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { severities } from '../severities.ts';
import { scanningRules } from './scanning-words.ts';

const base = `${prefixes.consoleApi}/xray/ui`;

/** Ids of advisories that sources publish begin so. https://ossf.github.io/osv-schema/#id-modified-fields */
const othersBeginnings =
  /^(CVE|GHSA|XRAY|OSV|MAL|PYSEC|PSF|RUSTSEC|GO|GSD|HSEC|RSEC|EEF|JLSEC|CURL|KUBE|V8|ASB|PUB|DSA|DLA|DTSA|DEBIAN|USN|LSN|UBUNTU|RHSA|RHBA|RHEA|RLSA|RXSA|ALSA|ALBA|ALEA|ALPINE|SUSE|OPENSUSE|MGASA|OESA|PHSA|BELL|BIT|CGA|CLEANSTART|MINI|ECHO|ROOT|ELA|LBSEC)-/i;

const Versions = z.array(z.string().trim().min(1).max(300)).max(1000).default([]);

export const IssueComponent = z.strictObject({
  /** As packages are named here: `npm://left-pad`. */
  id: z
    .string()
    .trim()
    .regex(/^[a-z]+:\/\/.{1,900}$/, scanningRules.name_component.en),
  /** Versions one by one. */
  vulnerable_versions: Versions,
  /** From the first to the one that mends it, each bound in or out: `[1.0.0,1.2.0)`; `(,2.0.0)` from the very first. */
  vulnerable_ranges: Versions,
  fixed_versions: Versions,
});

export const CustomIssueInput = z.strictObject({
  id: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,99}$/, scanningRules.name_issue.en)
    .refine((id) => !othersBeginnings.test(id), scanningRules.issue_id_taken.en),
  summary: z.string().trim().min(1, scanningRules.say_what_is_wrong.en).max(500),
  description: z.string().max(20_000).default(''),
  severity: z.enum(severities).default('Unknown'),
  cves: z
    .array(
      z
        .string()
        .trim()
        .regex(/^CVE-\d{4}-\d{4,19}$/, scanningRules.name_cve.en),
    )
    .max(50)
    .default([]),
  components: z.array(IssueComponent).min(1, scanningRules.name_a_component.en).max(100),
  sources: z
    .array(z.url({ protocol: /^https?$/ }).max(2000))
    .max(50)
    .default([]),
});
export type CustomIssueInput = z.output<typeof CustomIssueInput>;

export const CustomIssue = CustomIssueInput.extend({
  author: z.string(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
  /** Key of the project in whose repositories alone it holds; null: it holds everywhere. */
  project: z.string().nullable(),
  /** In so many components it was found. */
  findings: z.int(),
  /** The caller may change it and take it back. */
  may_change: z.boolean(),
});
export type CustomIssue = z.output<typeof CustomIssue>;

const events = `${base}/events`;
const params = z.object({ id: z.string().min(1).max(128) });
const OfProject = z.object({ projectKey: z.string().min(1).max(64).optional() });

export const listCustomIssues = route('listCustomIssues', {
  summary: 'Vulnerabilities that were described here: those of a project, or all that the caller sees',
  method: 'GET',
  url: events,
  access: 'user',
  query: OfProject.extend({
    num_of_rows: z.coerce.number().int().min(1).max(100).default(25),
    page_num: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  reply: z.object({ data: z.array(CustomIssue), total_count: z.int() }),
});
export const createCustomIssue = route('createCustomIssue', {
  summary: 'Describes a vulnerability, in a project for its repositories alone; what it is about is judged at once',
  method: 'POST',
  url: events,
  access: 'user',
  query: OfProject,
  body: CustomIssueInput,
  reply: CustomIssue,
  status: 201,
});
export const readCustomIssue = route('readCustomIssue', {
  summary: 'One vulnerability that was described here',
  method: 'GET',
  url: `${events}/:id`,
  access: 'user',
  params,
  reply: CustomIssue,
});
export const changeCustomIssue = route('changeCustomIssue', {
  summary: 'Describes a vulnerability otherwise; what it was and is about is judged at once',
  method: 'PUT',
  url: `${events}/:id`,
  access: 'user',
  params,
  body: CustomIssueInput,
  reply: CustomIssue,
});
export const deleteCustomIssue = route('deleteCustomIssue', {
  summary: 'Takes a vulnerability back that was described here',
  method: 'DELETE',
  url: `${events}/:id`,
  access: 'user',
  params,
  reply: z.void(),
});

export const readUserIssue = route('readUserIssue', {
  summary: 'One vulnerability that was described here, by its other address',
  method: 'GET',
  url: `${base}/userIssues/details`,
  access: 'user',
  query: z.object({ id: z.string().min(1).max(128) }),
  reply: CustomIssue,
});

export const readIssueDetails = route('readIssueDetails', {
  summary: 'What advisories say of a vulnerability, by any of its names',
  method: 'GET',
  url: `${base}/issueDetails`,
  access: 'visitor',
  query: z.object({ id: z.string().min(1).max(128) }),
  reply: z.object({
    id: z.string(),
    advisories: z.array(z.string()),
    aliases: z.array(z.string()),
    severity: z.enum(severities),
    summary: z.string(),
    details: z.string(),
    published: z.iso.datetime().nullable(),
    modified: z.iso.datetime(),
    sources: z.array(z.string()),
    epss: z.number().nullable(),
    exploited: z.string().nullable(),
    /** Somebody here described it. */
    custom: z.boolean(),
  }),
});
