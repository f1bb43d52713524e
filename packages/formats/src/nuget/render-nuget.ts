import { gzipSync } from 'node:zlib';
import type { AuxContext, FoundPackage, RenderContext, Rendered, Rows, Want } from '../format.ts';
import { searchAll } from '../search-all.ts';
import { findRecord, ownValue } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import type { NugetListing, Registered } from './nuget-listing.ts';
import { compareVersions, isPrerelease, needsSemver2 } from './nuget-version.ts';
import { type Nuspec, packagePath } from './nuspec.ts';

// https://learn.microsoft.com/en-us/nuget/api/overview

const hives = { reg: '', 'reg-gz': '3.4.0', 'reg-gz-semver2': '3.6.0' } as const;
export type Hive = keyof typeof hives;
export const hiveNames = Object.keys(hives) as Hive[];

function renderService({ baseUrl }: Pick<RenderContext, 'baseUrl'>): Rendered {
  const resource = (path: string, ...types: string[]) => types.map((type) => ({ '@id': `${baseUrl}/${path}`, '@type': type }));
  const search = (name: string) => ['', '/3.0.0-beta', '/3.0.0-rc', '/3.5.0'].map((version) => `${name}${version}`);
  return json({
    version: '3.0.0',
    resources: [
      ...resource('flat/', 'PackageBaseAddress/3.0.0'),
      ...resource('reg/', 'RegistrationsBaseUrl', 'RegistrationsBaseUrl/3.0.0-beta', 'RegistrationsBaseUrl/3.0.0-rc'),
      ...resource('reg-gz/', 'RegistrationsBaseUrl/3.4.0'),
      ...resource('reg-gz-semver2/', 'RegistrationsBaseUrl/3.6.0', 'RegistrationsBaseUrl/Versioned'),
      ...resource('query', ...search('SearchQueryService')),
      ...resource('autocomplete', ...search('SearchAutocompleteService')),
      ...resource('api/v2/package', 'PackagePublish/2.0.0'),
    ],
  });
}

/** Every address in an entry is ours, whatever its source wrote. */
function getEntry({ version, entry }: Registered, id: string, hive: string, baseUrl: string): Record<string, unknown> {
  const groups = ownValue(entry, 'dependencyGroups');
  const dependencyGroups = (Array.isArray(groups) ? groups : []).map((group: unknown) => {
    const dependencies = ownValue(group, 'dependencies');
    return {
      ...findRecord(group),
      '@id': undefined,
      '@type': 'PackageDependencyGroup',
      dependencies: (Array.isArray(dependencies) ? dependencies : []).map((one: unknown) => ({
        ...findRecord(one),
        '@id': undefined,
        '@type': 'PackageDependency',
        registration: `${baseUrl}/${hive}/${String(ownValue(one, 'id')).toLowerCase()}/index.json`,
      })),
    };
  });
  return {
    ...entry,
    '@id': `${baseUrl}/${hive}/${id}/${version.toLowerCase()}.json`,
    '@type': 'PackageDetails',
    dependencyGroups,
    packageContent: `${baseUrl}/flat/${packagePath(id, version)}`,
  };
}

function makeLeaf(one: Registered, id: string, hive: string, baseUrl: string): Record<string, unknown> {
  const place = `${baseUrl}/${hive}/${id}`;
  return {
    '@id': `${place}/${one.version.toLowerCase()}.json`,
    '@type': 'Package',
    catalogEntry: getEntry(one, id, hive, baseUrl),
    packageContent: `${baseUrl}/flat/${packagePath(id, one.version)}`,
    registration: `${place}/index.json`,
  };
}

function packed(hive: string, body: unknown): Rendered {
  const answer = json(body);
  // These hives are packed by definition, not by agreement with the client.
  return hive === 'reg' ? answer : { ...answer, headers: { 'content-encoding': 'gzip' }, body: gzipSync(String(answer.body)) };
}

function renderRegistration(want: Want, model: NugetListing, { baseUrl, request }: RenderContext): Rendered {
  const hive = request.path.split('/')[0] ?? 'reg';
  const id = want.package ?? '';
  const index = `${baseUrl}/${hive}/${id}/index.json`;
  const sorted = model.registered.toSorted((a, b) => compareVersions(a.version, b.version));
  const shown = sorted.filter(({ version, entry }) => hive === 'reg-gz-semver2' || !needsSemver2(String(entry.version ?? version)));
  if (want.version !== undefined) {
    const one = shown.find(({ version }) => version.toLowerCase() === want.version);
    if (!one) return json({ message: 'There is no such version' }, { status: 404 });
    return packed(hive, { ...makeLeaf(one, id, hive, baseUrl), listed: one.entry.listed !== false, published: one.entry.published });
  }
  const getPage = (items: readonly Registered[], place: string) => ({
    '@id': place,
    '@type': 'catalog:CatalogPage',
    count: items.length,
    lower: items[0]?.version,
    upper: items.at(-1)?.version,
    parent: index,
    items: items.map((one) => makeLeaf(one, id, hive, baseUrl)),
  });
  if (want.variant?.startsWith('page ')) return packed(hive, getPage(shown, `${baseUrl}/${request.path}`));
  const distant = model.pages.map(({ lower, upper, count }) => ({
    '@id': `${baseUrl}/${hive}/${id}/page/${lower}/${upper}.json`,
    '@type': 'catalog:CatalogPage',
    count,
    lower,
    upper,
    parent: index,
  }));
  const pages = [...distant, ...(shown.length > 0 ? [getPage(shown, `${index}#page`)] : [])];
  if (pages.length === 0) return json({ message: 'There is no such package' }, { status: 404 });
  return packed(hive, { '@id': index, '@type': ['catalog:CatalogRoot', 'PackageRegistration'], count: pages.length, items: pages });
}

export function render(want: Want, model: NugetListing, context: RenderContext): Rendered {
  if (want.variant === 'service') return renderService(context);
  // Word for word what an uploader wrote: browsers keep it instead of showing it.
  if (want.variant === 'nuspec')
    return { contentType: 'application/xml; charset=utf-8', headers: { 'content-disposition': 'attachment' }, body: model.nuspec ?? '' };
  if (want.variant === 'flat') return json({ versions: model.versions.toSorted(compareVersions).map((version) => version.toLowerCase()) });
  return renderRegistration(want, model, context);
}

function foundPackage({ name, versions }: FoundPackage, accepts: (version: string) => boolean, baseUrl: string): Record<string, unknown> | undefined {
  const shown = versions
    .filter(({ version, facts, complete }) => complete && facts.native && !facts.yanked && accepts(version))
    .toSorted((a, b) => compareVersions(a.version, b.version));
  const latest = shown.at(-1);
  if (!latest) return undefined;
  const { groups: _, source: __, ...nuspec } = latest.facts.native as Nuspec;
  const place = `${baseUrl}/reg-gz-semver2/${name}`;
  return {
    '@id': `${place}/index.json`,
    '@type': 'Package',
    registration: `${place}/index.json`,
    ...nuspec,
    version: latest.version,
    authors: latest.facts.authors ?? [],
    totalDownloads: 0,
    verified: false,
    packageTypes: [{ name: 'Dependency' }],
    versions: shown.map(({ version }) => ({ version, downloads: 0, '@id': `${place}/${version.toLowerCase()}.json` })),
  };
}

function numberIn(query: URLSearchParams, name: string, otherwise: number, largest: number): number {
  const value = Number(query.get(name) ?? otherwise);
  return Number.isInteger(value) && value >= 0 ? Math.min(value, largest) : otherwise;
}

/** So many packages are in memory at once. */
const chunk = 250;

type Shown = Record<string, unknown>;

/** All that is found, by name in order; what stands before and after the page is there by its name alone. */
async function foundAmong(
  rows: readonly Rows[],
  text: string,
  { skip, take }: { skip: number; take: number },
  shown: (row: FoundPackage) => Shown | undefined,
) {
  const byName = new Map<string, Shown | undefined>();
  let most = 0;
  for (const one of rows)
    for (let [offset, total] = [0, Number.POSITIVE_INFINITY]; offset < Math.min(total, skip + take); offset += chunk) {
      const page = await one.search(text, { offset, limit: Math.min(chunk, skip + take - offset) });
      total = page.total;
      most = Math.max(most, total);
      for (const row of page.packages) {
        const found = byName.has(row.name) ? undefined : shown(row);
        const isShown = byName.size >= skip && byName.size < skip + take;
        if (found) byName.set(row.name, isShown ? found : undefined);
      }
    }
  return { total: most, byName };
}

/** Searches what is stored here. https://learn.microsoft.com/en-us/nuget/api/search-query-service-resource */
export async function search(context: AuxContext, completes: boolean): Promise<Rendered> {
  const { baseUrl, request } = context;
  const { query } = request;
  const [skip, take] = [numberIn(query, 'skip', 0, 3000), numberIn(query, 'take', 20, 1000)];
  const allowsPrereleases = query.get('prerelease') === 'true';
  const knowsSemver2 = (query.get('semVerLevel') ?? '').startsWith('2');
  const accepts = (version: string) => (allowsPrereleases || !isPrerelease(version)) && (knowsSemver2 || !needsSemver2(version));
  const id = query.get('id');
  if (completes && id !== null) {
    const name = id.toLowerCase();
    // Searched for, because a search finds only what the caller may read; the package of that very name comes first.
    const found = await searchAll(context, name, { offset: 0, limit: 1 });
    const packages = found.flatMap((one) => one.packages).filter((one) => one.name === name);
    const versions = packages.flatMap((one) => one.versions).filter(({ version, facts }) => !facts.yanked && accepts(version));
    return json({ data: [...new Set(versions.map(({ version }) => version))].sort(compareVersions) });
  }
  const shown = (row: FoundPackage) => foundPackage(row, accepts, baseUrl);
  const { total, byName } = await context.atOneMoment((rows) => foundAmong(rows, query.get('q') ?? '', { skip, take }, shown));
  const data = [...byName.values()].slice(skip, skip + take).filter((one) => one !== undefined);
  return json({ totalHits: Math.max(byName.size, total), data: completes ? data.map((one) => one.id) : data });
}
