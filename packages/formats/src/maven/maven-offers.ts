import type { OfferRules } from '../offers.ts';
import { type MavenMetadata, withExtremes } from './maven-metadata.ts';
import { getMetadataWant } from './maven-paths.ts';

/** Metadata says which versions there are, and nothing of them. */
export const offers: OfferRules<MavenMetadata> = {
  listing: (name) => getMetadataWant(name),
  read: ({ versions }) => versions.map((version) => ({ key: version, version })),
  without(model, keys) {
    const left: MavenMetadata = { ...model, versions: model.versions.filter((version) => !keys.has(version)) };
    delete left.latest;
    delete left.release;
    return withExtremes(left);
  },
};
