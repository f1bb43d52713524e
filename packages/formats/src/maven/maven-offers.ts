import type { OfferRules } from '../offers.ts';
import { type MavenMetadata, withExtremes } from './maven-metadata.ts';
import { getMetadataWant } from './maven-paths.ts';

/** The header of a time, as one that others can compare. */
function readHeader(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Metadata says which versions there are, and nothing of them. A release's pom was put there when it was published; builds of a snapshot come and go. */
export const offers: OfferRules<MavenMetadata> = {
  listing: (name) => getMetadataWant(name),
  read: ({ versions }) => versions.map((version) => ({ key: version, version })),
  without(model, keys) {
    const left: MavenMetadata = { ...model, versions: model.versions.filter((version) => !keys.has(version)) };
    delete left.latest;
    delete left.release;
    return withExtremes(left);
  },
  published: {
    request(name, version) {
      const [group = '', artifact = ''] = name.split(':');
      if (artifact === '' || version.endsWith('-SNAPSHOT')) return undefined;
      return { method: 'HEAD', path: `${group.replaceAll('.', '/')}/${artifact}/${version}/${artifact}-${version}.pom` };
    },
    read: ({ headers }) => readHeader(headers['last-modified']),
  },
};
