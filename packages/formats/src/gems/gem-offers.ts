import type { OfferRules } from '../offers.ts';
import type { GemListing } from './gem-listing.ts';
import { infoWant } from './gem-place.ts';

/** Only what is said of one gem is looked at; the lists of all gems name versions, and whoever asks for one of them is refused. */
export const offers: OfferRules<GemListing> = {
  listing: (name) => infoWant(name),
  read: ({ lines }) => lines.map(({ version }) => ({ key: version, version })),
  without: (model, keys) => ({ ...model, lines: model.lines.filter(({ version }) => !keys.has(version)) }),
};
