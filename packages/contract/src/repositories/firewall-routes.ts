import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { firewallRules } from './firewall-words.ts';
import { formatIds } from './format-ids.ts';

const base = `${prefixes.consoleUi}/firewall`;

/** A rule may ask for findings of these severities or worse. */
export const firewallSeverities = ['Critical', 'High', 'Medium', 'Low'] as const;
const Licence = z.string().trim().min(1).max(200);
const graceDays = z.int(firewallRules.days_from_none.en).min(0, firewallRules.days_from_none.en).max(365, firewallRules.days_from_none.en);

/** What a rule holds back. */
export const FirewallCondition = z.discriminatedUnion('kind', [
  /** Versions younger than so many days. */
  z.strictObject({
    kind: z.literal('age'),
    days: z.int(firewallRules.days_from_one.en).min(1, firewallRules.days_from_one.en).max(365, firewallRules.days_from_one.en),
  }),
  z.strictObject({ kind: z.literal('malicious') }),
  /** Versions with a finding as severe as that, so many days after its advisory was published. */
  z.strictObject({ kind: z.literal('severity'), least: z.enum(firewallSeverities), graceDays: graceDays.default(0) }),
  /** Licences: all but these where they are allowed, else these. */
  z.strictObject({ kind: z.literal('licence'), allowed: z.boolean(), licences: z.array(Licence).min(1, firewallRules.name_licences.en).max(200) }),
  /** What its makers call deprecated, or have withdrawn. */
  z.strictObject({ kind: z.literal('deprecated') }),
  /** What belongs to a release line of which nothing is mended any more. */
  z.strictObject({ kind: z.literal('unmaintained') }),
  /** What runs a program of its own when it is installed. */
  z.strictObject({ kind: z.literal('installScript') }),
  /** What nobody says, signed, from which source it was built; or, where signatures are checked, what nobody signed whose key is trusted here. */
  z.strictObject({ kind: z.literal('provenance'), trusted: z.boolean().optional() }),
  /** Names that could be taken for one of a package that local repositories hold. */
  z.strictObject({ kind: z.literal('lookAlike') }),
]);
export type FirewallCondition = z.output<typeof FirewallCondition>;
export const firewallKinds = ['age', 'malicious', 'severity', 'licence', 'deprecated', 'unmaintained', 'installScript', 'provenance', 'lookAlike'] as const;

/** What a rule does: nothing, only note what it would refuse, or refuse. */
export const firewallModes = ['off', 'observe', 'enforce'] as const;

const Pattern = z.string().trim().min(1).max(200);

export const FirewallRuleInput = z.strictObject({
  name: z.string().trim().min(1, firewallRules.name_the_rule.en).max(100),
  mode: z.enum(firewallModes).default('observe'),
  /** Keys of remote repositories; `*` and `?` stand for what they usually do. */
  repositories: z.array(Pattern).min(1, firewallRules.name_repositories.en).max(200).default(['*']),
  /** Names of packages that it does not judge, with `*` and `?`. */
  except: z.array(Pattern).max(500).default([]),
  condition: FirewallCondition,
  /** What becomes of versions of which nobody says what the rule asks. */
  unknown: z.enum(['allow', 'refuse']).default('allow'),
});
export type FirewallRuleInput = z.output<typeof FirewallRuleInput>;

/** How a rule is applied in a repository: in listings and at downloads, at downloads alone, only by what it says of the unknown, or not at all. */
const firewallReaches = ['listings', 'downloads', 'unknown', 'never'] as const;
const Reach = z.object({ repository: z.string(), format: z.enum(formatIds), how: z.enum(firewallReaches) });

export const FirewallRule = FirewallRuleInput.extend({
  id: z.string(),
  author: z.string(),
  modified: z.iso.datetime(),
  /** The remote repositories that it is about, and how far it can judge there; to those who keep only some repositories, only those. */
  reach: z.array(Reach),
  /** The caller may change it. */
  mayChange: z.boolean(),
});
export type FirewallRule = z.output<typeof FirewallRule>;

const Id = z.object({ id: z.string().regex(/^\d{1,18}$/) });

export const listFirewallRules = route('listFirewallRules', {
  summary:
    'Rules of what may come in from upstreams, in the order in which they are tried: all of them for those who keep policies, else those about repositories of projects that the caller administers',
  method: 'GET',
  url: `${base}/rules`,
  access: 'user',
  reply: z.object({ items: z.array(FirewallRule) }),
});
export const createFirewallRule = route('createFirewallRule', {
  summary: 'Adds a rule of what may come in from upstreams; administrators of a project name its repositories',
  method: 'POST',
  url: `${base}/rules`,
  access: 'user',
  body: FirewallRuleInput,
  reply: FirewallRule,
  status: 201,
});
export const updateFirewallRule = route('updateFirewallRule', {
  summary: 'Changes a rule; it holds at once',
  method: 'PUT',
  url: `${base}/rules/:id`,
  access: 'user',
  params: Id,
  body: FirewallRuleInput,
  reply: FirewallRule,
});
export const deleteFirewallRule = route('deleteFirewallRule', {
  summary: 'Deletes a rule, and the exceptions from it',
  method: 'DELETE',
  url: `${base}/rules/:id`,
  access: 'user',
  params: Id,
  reply: z.void(),
});

export const firewallOutcomes = ['observed', 'refused'] as const;
const FirewallRecord = z.object({
  id: z.string(),
  rule: z.string(),
  ruleId: z.string(),
  repository: z.string(),
  package: z.string(),
  version: z.string(),
  /** Who wanted to have it; empty for visitors. */
  user: z.string(),
  outcome: z.enum(firewallOutcomes),
  /** It was asked for by itself, or left out of a listing; then the version is the newest of those that were, and empty in listings of several packages. */
  place: z.enum(['download', 'listing']),
  /** How many versions were left out at once, at the most. */
  versions: z.int(),
  count: z.int(),
  first: z.iso.datetime(),
  last: z.iso.datetime(),
});
export type FirewallRecord = z.output<typeof FirewallRecord>;

/** What rules held back is told of so many months, the present one among them. */
export const firewallRecordMonths = 13;

export const listFirewallRecords = route('listFirewallRecords', {
  summary: 'What rules refused in a month, left out of listings, or would have, and to whom; what began last comes first',
  method: 'GET',
  url: `${base}/records`,
  access: 'user',
  query: z.object({
    /** The present one unless said. */
    month: z
      .string()
      .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
      .optional(),
    outcome: z.enum(firewallOutcomes).optional(),
    search: z.string().trim().min(1).max(200).optional(),
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ items: z.array(FirewallRecord), total: z.int(), next: z.string().nullable() }),
});

export const exceptionStates = ['asked', 'approved', 'refused', 'ended'] as const;
const FirewallException = z.object({
  id: z.string(),
  rule: z.string(),
  ruleId: z.string(),
  format: z.enum(formatIds),
  package: z.string(),
  /** Empty where it is for all versions. */
  version: z.string(),
  reason: z.string(),
  state: z.enum(exceptionStates),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  decidedBy: z.string(),
  decidedAt: z.iso.datetime().nullable(),
  note: z.string(),
  until: z.iso.datetime().nullable(),
  /** The caller may decide about it, and end it. */
  mayDecide: z.boolean(),
});
export type FirewallException = z.output<typeof FirewallException>;

export const AskedException = z.strictObject({
  ruleId: Id.shape.id,
  /** The remote repository from which it is wanted. */
  repository: z.string().trim().min(1).max(200),
  package: z.string().trim().min(1).max(500),
  version: z.string().trim().max(200).default(''),
  reason: z.string().trim().min(10, firewallRules.say_why_exception.en).max(2000),
});

/** What is decided about what somebody asked for; what is let in is so until an end. */
export const ExceptionDecision = z.strictObject({
  approved: z.boolean(),
  until: z.iso.datetime().optional(),
  note: z.string().trim().max(2000).default(''),
});

export const listFirewallExceptions = route('listFirewallExceptions', {
  summary: 'Exceptions from rules of what may come in, the newest first: those from rules that the caller keeps, and those that the caller asked for',
  method: 'GET',
  url: `${base}/exceptions`,
  access: 'user',
  query: z.object({
    state: z.enum(exceptionStates).optional(),
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ items: z.array(FirewallException), total: z.int(), next: z.string().nullable() }),
});
export const askFirewallException = route('askFirewallException', {
  summary: 'Asks that a version may come in in spite of a rule',
  method: 'POST',
  url: `${base}/exceptions`,
  access: 'user',
  body: AskedException,
  reply: FirewallException,
  status: 201,
});
export const decideFirewallException = route('decideFirewallException', {
  summary: 'Approves or refuses an exception that somebody asked for',
  method: 'POST',
  url: `${base}/exceptions/:id/decision`,
  access: 'user',
  params: Id,
  body: ExceptionDecision,
  reply: FirewallException,
});
export const endFirewallException = route('endFirewallException', {
  summary: 'Ends an approved exception before its time',
  method: 'POST',
  url: `${base}/exceptions/:id/end`,
  access: 'user',
  params: Id,
  reply: FirewallException,
});
