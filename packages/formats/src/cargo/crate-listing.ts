import type { Want } from '../format.ts';
import type { OfferRules } from '../offers.ts';
import { type IndexEntry, indexPath } from './index-entry.ts';

export interface CrateListing {
  entries: IndexEntry[];
  /** Where an upstream says its crates are downloaded. */
  download?: string;
}

/** Names that differ in case, dash or underscore alone would be confused: they are one package. */
export const canonical = (name: string) => name.toLowerCase().replaceAll('_', '-');

export function listingWant(name: string): Want {
  return { kind: 'index', path: indexPath(name), package: canonical(name), freshness: 'metadata' };
}

/** Yanked versions stay listed as such; when a version was published only some registries say. */
export const offers: OfferRules<CrateListing> = {
  listing: (name) => listingWant(name),
  read: ({ entries }) =>
    entries.map(({ vers, yanked, pubtime }) => ({
      key: vers,
      version: vers,
      deprecated: yanked,
      published: typeof pubtime === 'string' ? pubtime : undefined,
    })),
  without: (model, keys) => ({ ...model, entries: model.entries.filter(({ vers }) => !keys.has(vers)) }),
};
