import type { OfferRules } from '../offers.ts';
import type { ComposerListing } from './composer-listing.ts';
import { findAbandoned, readLicences } from './composer-manifest.ts';
import { listingWant } from './composer-place.ts';

/** Releases and heads of branches are listed apart, and a file knows in which of the two it is. */
export const offers: OfferRules<ComposerListing> = {
  listing: (name) => listingWant(name, false),
  read: ({ versions }) =>
    versions.map(({ version, time, fields }) => ({
      key: version,
      version,
      published: time,
      licences: readLicences(fields.license),
      deprecated: findAbandoned(fields.abandoned) !== undefined,
    })),
  without: (model, keys) => ({ ...model, versions: model.versions.filter(({ version }) => !keys.has(version)) }),
};
