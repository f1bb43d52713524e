import type { OfferRules } from '../offers.ts';
import { ownText } from '../text/plain-json.ts';
import { escapeModule } from './module-path.ts';

export interface ModuleVersion {
  version: string;
  /** When it was made, where the source says so. */
  time?: string;
}
export interface ModuleListing {
  versions: ModuleVersion[];
}

/** The time of the commit that a version is. https://go.dev/ref/mod#goproxy-protocol */
function readTime(body: string): string | undefined {
  try {
    return ownText(JSON.parse(body), 'Time', 100);
  } catch {
    return undefined;
  }
}

/** Lists of versions say nothing of when they were made; the information of each version does. */
export const offers: OfferRules<ModuleListing> = {
  listing: (name) => ({ kind: 'index', path: `${escapeModule(name)}/@v/list`, package: name, variant: 'list', freshness: 'metadata' }),
  read: ({ versions }) => versions.map(({ version, time }) => ({ key: version, version, published: time })),
  without: (model, keys) => ({ versions: model.versions.filter(({ version }) => !keys.has(version)) }),
  published: {
    request: (name, version) => ({ method: 'GET', path: `${escapeModule(name)}/@v/${escapeModule(version)}.info` }),
    read: ({ body }) => readTime(body),
  },
};
