import type { OfferRules } from '../offers.ts';
import { ownText } from '../text/plain-json.ts';
import type { Want } from '../want.ts';

/** One version of a chart as the index lists it; `urls` are where its source keeps it. */
export interface ChartEntry {
  name: string;
  version: string;
  digest?: string;
  created?: string;
  urls: string[];
  [field: string]: unknown;
}
export interface ChartIndex {
  charts: Map<string, ChartEntry[]>;
}

export const indexWant: Want = { kind: 'index', path: 'index.yaml', freshness: 'metadata' };

const makeKey = (name: string, version: string) => `${name}@${version}`;

/** https://artifacthub.io/docs/topics/annotations/helm/ */
export function findLicence({ annotations }: Record<string, unknown>): string | undefined {
  return ownText(annotations, 'artifacthub.io/license', 500) ?? ownText(annotations, 'licenses', 500);
}

/** One index names all charts. */
export const offers: OfferRules<ChartIndex> = {
  listing: () => indexWant,
  coversAll: true,
  read: ({ charts }) =>
    [...charts].flatMap(([name, entries]) =>
      entries.map((entry) => {
        const licence = findLicence(entry);
        return {
          key: makeKey(name, entry.version),
          version: entry.version,
          package: name,
          published: ownText(entry, 'created', 100),
          licences: licence === undefined ? undefined : [licence],
          deprecated: entry.deprecated === true,
        };
      }),
    ),
  without({ charts }, keys) {
    const left = [...charts].map(([name, entries]) => [name, entries.filter(({ version }) => !keys.has(makeKey(name, version)))] as const);
    return { charts: new Map(left.filter(([, entries]) => entries.length > 0)) };
  },
  keyOf: ({ package: name, version }) => (name === undefined || version === undefined ? undefined : makeKey(name, version)),
};
