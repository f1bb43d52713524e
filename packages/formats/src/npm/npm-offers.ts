import type { OfferRules } from '../offers.ts';
import { findLicenses } from './npm-licences.ts';
import { packumentWant } from './npm-paths.ts';
import { compareVersions, highest } from './npm-version-order.ts';
import type { Packument } from './packument.ts';
import { hasInstallScript } from './render-packument.ts';

/** The newest that `latest` may mean when what it means is left out: nothing newer than that, for that was not meant. */
function findLatest(latest: string | undefined, left: readonly string[]): string | undefined {
  const older = latest === undefined ? [] : left.filter((version) => compareVersions(version, latest) < 0);
  return highest(older.length > 0 ? older : left);
}

/** Packuments say all there is to know; a tag that points to what is left out goes, and `latest` moves. */
export const offers: OfferRules<Packument> = {
  listing: (name) => packumentWant(name),
  read: ({ versions }) =>
    [...versions].map(([version, { manifest, time, provenance }]) => ({
      key: version,
      version,
      published: time,
      licences: findLicenses(manifest),
      deprecated: Boolean(manifest.deprecated),
      installScript: hasInstallScript(manifest),
      provenance: provenance !== undefined,
    })),
  without(model, keys) {
    const versions = new Map([...model.versions].filter(([version]) => !keys.has(version)));
    const tags = new Map([...model.tags].filter(([, version]) => versions.has(version)));
    const latest = tags.get('latest') ?? findLatest(model.tags.get('latest'), [...versions.keys()]);
    return { ...model, versions, tags: latest === undefined ? tags : new Map([['latest', latest], ...tags]) };
  },
};
