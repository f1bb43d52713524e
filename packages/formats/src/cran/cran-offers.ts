import type { OfferRules } from '../offers.ts';
import { readLicences } from './cran-licence.ts';
import type { CranListing } from './cran-listing.ts';
import { listingWant, sources } from './cran-paths.ts';

const makeKey = (name: string, version: string) => `${name}@${version}`;

/** One listing of a folder names all of its packages; what was built says the same of a version as its sources. */
export const offers: OfferRules<CranListing> = {
  listing: () => listingWant(sources),
  coversAll: true,
  read: ({ packages }) =>
    [...packages].flatMap(([name, entries]) =>
      entries.map(({ version, fields }) => ({ key: makeKey(name, version), version, package: name, licences: readLicences(fields.License) })),
    ),
  without({ packages }, keys) {
    const left = [...packages].map(([name, entries]) => [name, entries.filter(({ version }) => !keys.has(makeKey(name, version)))] as const);
    return { packages: new Map(left.filter(([, entries]) => entries.length > 0)) };
  },
  keyOf: ({ package: name, version }) => (name === undefined || version === undefined ? undefined : makeKey(name, version)),
};
