import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import type { AdvisoryPreset, SourceAddresses } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { ecosystems } from '@packhouse/formats/ecosystem/ecosystems.ts';
import { formats } from '@packhouse/formats/formats.ts';

/** Where the feeds are published. https://google.github.io/osv.dev/data · https://www.first.org/epss/data_stats · https://www.cisa.gov/known-exploited-vulnerabilities-catalog · https://endoflife.date/docs/api/v1 */
export const publishedAt: SourceAddresses = {
  osv: 'https://osv-vulnerabilities.storage.googleapis.com',
  epss: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  kev: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  eol: 'https://endoflife.date/api/v1/products/full',
};

export type Preset = Omit<AdvisoryPreset, 'fits' | 'sourceId' | 'url'>;

const osvPage = 'https://osv.dev';

/** What OSV publishes of the ecosystems whose packages are judged here; several formats may be of one. */
const published = new Map([
  ...formats.flatMap(({ id }) => Object.entries(getCard(id).scanning?.published ?? {})),
  ...ecosystems.map((one) => [one.id, one.published] as const),
]);

/** Sources that are ready to be switched on. None is on by itself, and none is asked before. */
export const presets: readonly Preset[] = [
  ...[...published].map(([ecosystem, { records, licence }]) => {
    const id = `osv-${ecosystem.toLowerCase().replace(/[^a-z]+/g, '-')}`;
    return { id, kind: 'osv' as const, name: `OSV: ${ecosystem}`, ecosystem, records, licence, homepage: osvPage };
  }),
  { id: 'epss', kind: 'epss', name: 'EPSS', ecosystem: null, records: 300_000, licence: 'https://www.first.org/epss', homepage: 'https://www.first.org/epss' },
  {
    id: 'kev',
    kind: 'kev',
    name: 'KEV',
    ecosystem: null,
    records: 1500,
    licence: 'CC0 1.0',
    homepage: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  },
  { id: 'eol', kind: 'eol', name: 'End of life', ecosystem: null, records: 400, licence: 'MIT', homepage: 'https://endoflife.date' },
];

/** Where the dump of a preset is fetched. */
export function presetAddress({ kind, ecosystem }: Pick<Preset, 'kind' | 'ecosystem'>, addresses: SourceAddresses): string {
  return kind === 'osv' ? `${addresses.osv.replace(/\/+$/, '')}/${encodeURIComponent(ecosystem ?? '')}/all.zip` : addresses[kind];
}
