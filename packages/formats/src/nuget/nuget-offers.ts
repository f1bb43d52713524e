import type { Offer, OfferRules } from '../offers.ts';
import { findRecord, ownText } from '../text/plain-json.ts';
import type { NugetListing, Registered } from './nuget-listing.ts';
import { pageWant, wantIndex } from './nuget-place.ts';

const makeKey = (version: string) => version.toLowerCase();

/** Hosts give packages that they do not list the year 1900. https://learn.microsoft.com/nuget/api/registration-base-url-resource */
const readPublished = (text: string | undefined) => (text !== undefined && Date.parse(text) > 0 ? text : undefined);

function readRegistered({ version, entry }: Registered): Offer {
  const licence = ownText(entry, 'licenseExpression', 500);
  return {
    key: makeKey(version),
    version,
    published: readPublished(ownText(entry, 'published', 100)),
    licences: licence === undefined ? undefined : [licence],
    deprecated: findRecord(entry.deprecation) !== undefined || entry.listed === false,
  };
}

/** The list of versions names them, registrations say when they were published. */
export const offers: OfferRules<NugetListing> = {
  listing: (name) => wantIndex(name, 'flat'),
  read: ({ registered, versions }) =>
    registered.length > 0 ? registered.map(readRegistered) : versions.map((version) => ({ key: makeKey(version), version })),
  without: (model, keys) => ({
    ...model,
    versions: model.versions.filter((version) => !keys.has(makeKey(version))),
    registered: model.registered.filter(({ version }) => !keys.has(makeKey(version))),
  }),
  keyOf: ({ version }) => version && makeKey(version),
  beside: {
    listing: (name) => wantIndex(name, 'reg'),
    more: ({ pages }, name) => pages.map(({ lower, upper }) => pageWant(wantIndex(name, 'reg'), lower, upper)),
  },
};
