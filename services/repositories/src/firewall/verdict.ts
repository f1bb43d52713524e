import type { Said } from '@packhouse/contract/sentences.ts';
import type { Offer } from '@packhouse/formats/offers.ts';
import type { RuleRow } from './firewall-queries.ts';

/** A rule that a version breaks, and why. */
export interface Held {
  rule: RuleRow;
  why: Said;
}

/** What the rules say of a version: the first of those that refuse, and of those that observe. */
export interface Verdict {
  enforced?: Held;
  observed?: Held;
}

/** What one rule leaves out of a listing, or would. */
export interface LeftOut {
  rule: RuleRow;
  outcome: 'observed' | 'refused';
  /** Empty where the listing is of several packages. */
  package: string;
  /** The newest of them; empty where the listing is of several packages. */
  version: string;
  versions: number;
}

/** What the rules say of the versions of one listing, or of one file. */
export interface Judgement {
  /** Of the rules, and of what they judged. */
  source: string;
  /** Until then it stays as it is unless one of those changes. */
  until: number;
  /** Keys of all offers that were judged. */
  known: ReadonlySet<string>;
  /** By the key of the offer; what no rule speaks of is not in it. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** By rule, for those who keep count. */
  leftOut: readonly LeftOut[];
  /** Keys of what is held back. */
  held: ReadonlySet<string>;
  /** The same for all judgements that hold the same back. */
  digest: string;
  /** The newest version that is let in, by the name of the package. */
  newest: ReadonlyMap<string, string>;
  /** Something is listed, and none of it is let in. */
  allHeld: Offer | undefined;
}
