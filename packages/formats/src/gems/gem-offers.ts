import type { OfferRules } from '../offers.ts';
import type { GemListing } from './gem-listing.ts';
import { infoWant, versionsWant } from './gem-place.ts';

/** The second version of the compact index ends lines with it. https://guides.rubygems.org/rubygems-org-compact-index-api/ */
const readCreated = (rest: string) => /(?:^|[|,])created_at:(\d{4}-[0-9TZ:.+-]{6,40})(?:,|$)/.exec(rest)?.[1];

/** Only what is said of one gem is looked at; the lists of all gems name versions, and whoever asks for one of them is refused. */
export const offers: OfferRules<GemListing> = {
  listing: (name) => infoWant(name),
  read: ({ lines, details }) => details ?? lines.map(({ version, rest }) => ({ key: version, version, published: readCreated(rest) })),
  without: (model, keys) => ({ ...model, lines: model.lines.filter(({ version }) => !keys.has(version)) }),
  beside: { listing: (name) => versionsWant(name) },
};
