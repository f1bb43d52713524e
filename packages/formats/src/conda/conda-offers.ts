import type { OfferRules } from '../offers.ts';
import { ownValue } from '../text/plain-json.ts';
import { listLicences } from './conda-facts.ts';
import { type CondaListing, parseRecord } from './conda-listing.ts';
import { listingWant } from './conda-paths.ts';

/** When it came into its channel, where that says it, else when it was built; in milliseconds, which earlier tools wrote as seconds. */
function findTime(record: unknown): string | undefined {
  const time = ownValue(record, 'indexed_timestamp') ?? ownValue(record, 'timestamp');
  if (typeof time !== 'number' || !(time > 0)) return undefined;
  const date = new Date(time < 100_000_000_000 ? time * 1000 : time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Each build of a version is a file, which its folder's listing names. */
export const offers: OfferRules<CondaListing> = {
  listing: () => listingWant('noarch'),
  coversAll: true,
  read: ({ files }) =>
    [...files].map(([key, entry]) => {
      const record = parseRecord(entry);
      return { key, version: entry.version, package: entry.name, published: findTime(record), licences: listLicences(record) };
    }),
  without: ({ files, ...listing }, keys) => ({ ...listing, files: new Map([...files].filter(([file]) => !keys.has(file))) }),
  keyOf: ({ path }) => path.slice(path.lastIndexOf('/') + 1),
};
