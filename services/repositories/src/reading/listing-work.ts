import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Format, StagedFile, Want } from '@packhouse/formats/format.ts';
import type { Offer } from '@packhouse/formats/offers.ts';

/** One part of a listing on its way into a thread: what is known of it here, or the document of an upstream, by its place among the files, with what is left out of it. */
export type SentPart =
  | { source: 'local' | 'remote'; member: string; model: unknown }
  | { source: 'remote'; member: string; file: number; url: string; contentType: string; left?: readonly string[] };

/** The context of a render, as what can be sent. */
export interface SentContext {
  baseUrl: string;
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string | undefined>>;
}

/**
 * What is to be known of a listing.
 * - `keep`: what of its document is kept, if not all, once it can be read; `model`: all that its parts say together
 * - `page`: how it looks to this client
 * - `offers`: which versions it offers, and which other listings say more of them
 * - `source`, `newest`: where a remote keeps a file, and which path is the newest of several (see `Format`)
 */
export type ListingQuestion = { ask: 'keep' | 'model' | 'offers' } | { ask: 'page'; context: SentContext } | { ask: 'source' | 'newest'; wanted: Want };

export interface ListingWork {
  format: FormatId;
  want: Want;
  parts: readonly SentPart[];
  question: ListingQuestion;
}

/** A listing of which at least one part is too large to be read where others wait. */
export interface ListingOrder extends ListingWork {
  files: readonly StagedFile[];
}

/** What a listing offers, and other listings that say more of the same. */
export interface Offered {
  offers: readonly Offer[];
  more: readonly Want[];
}

export function readOffered({ offers: rules }: Format, { package: name = '' }: Want, model: unknown): Offered {
  return { offers: rules?.read(model) ?? [], more: rules?.beside?.more?.(model, name) ?? [] };
}

/** Spellings of one document share its model, and a short listing that of the whole one where that is what is kept. */
export const modelKey = ({ path, whole }: Want, { sha256, url }: { sha256: string | null; url: string | null }) => `${sha256} ${whole?.path ?? path} ${url}`;
