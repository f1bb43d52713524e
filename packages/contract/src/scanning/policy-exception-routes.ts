// Exceptions from policies: ignore rules that somebody asks for, and that hide nothing until somebody who may ignore approves them.
import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Analysis } from './analysis.ts';
import { IgnoreExpiry, IgnoreNotes, IgnoreRule } from './scanning-ignore-routes.ts';

const base = `${prefixes.consoleApi}/xray/ui`;

export const policyExceptionStates = ['asked', 'approved', 'refused', 'ended'] as const;

/** The rule that was asked for, and what became of that. */
export const PolicyException = IgnoreRule.extend({
  state: z.enum(policyExceptionStates),
  /** The violation for which it was asked for. */
  violation: z.string(),
  /** It is about this occurrence alone. */
  once: z.boolean(),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  /** Why it was decided so. */
  decision: z.string(),
  may_decide: z.boolean(),
  /** The caller may end it, or take it back. */
  may_end: z.boolean(),
});
export type PolicyException = z.output<typeof PolicyException>;

export const listPolicyExceptions = route('listPolicyExceptions', {
  summary: 'Exceptions from policies that were asked for, the newest first: those about which the caller decides, and those that the caller asked for',
  method: 'GET',
  url: `${base}/policy_exceptions`,
  access: 'user',
  query: z.object({
    state: z.enum(policyExceptionStates).optional(),
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ items: z.array(PolicyException), total: z.int(), next: z.string().nullable() }),
});

export const AskedPolicyException = z.strictObject({
  notes: IgnoreNotes,
  /** Until when it is wanted; whoever decides may say otherwise. */
  expires_at: IgnoreExpiry,
  /** For this occurrence alone. */
  once: z.boolean().default(false),
  /** What documents of VEX are to tell; whoever decides may say otherwise. */
  analysis: Analysis.optional(),
});

export const askPolicyException = route('askPolicyException', {
  summary: 'Asks that what a violation is about be ignored in its artifact',
  method: 'POST',
  url: `${base}/violations/:id/ask`,
  access: 'user',
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  body: AskedPolicyException,
  reply: PolicyException,
  status: 201,
});

export const decidePolicyException = route('decidePolicyException', {
  summary: 'Approves an exception from policies, until a moment or without end, or refuses it and says why',
  method: 'POST',
  url: `${base}/policy_exceptions/:id/decision`,
  access: 'user',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    approved: z.boolean(),
    /** Of what is approved; without it there is no end. */
    expires_at: IgnoreExpiry,
    /** What documents of VEX tell of what is approved: as it was asked for without it, nothing with null. */
    analysis: Analysis.nullish(),
    note: z.string().trim().max(2000).default(''),
  }),
  reply: PolicyException,
});

export const endPolicyException = route('endPolicyException', {
  summary: 'Ends an exception from policies before its time, or takes back what was asked for',
  method: 'POST',
  url: `${base}/policy_exceptions/:id/end`,
  access: 'user',
  params: z.object({ id: z.uuid() }),
  reply: PolicyException,
});
