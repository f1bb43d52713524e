import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import semver from 'semver';
import { stringify } from 'yaml';
import { readTar } from '../archive/tar-archive.ts';
import type {
  Dependency,
  FileSource,
  Format,
  Inspection,
  Location,
  PackageFacts,
  Part,
  ProtocolRequest,
  Rendered,
  Rows,
  SetupContext,
  Snippet,
  StagedFile,
  Want,
} from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { findRecord } from '../text/plain-json.ts';
import { packageYaml, readYaml, type YamlLimits } from '../text/yaml-document.ts';
import { evidence } from './helm-evidence.ts';
import { type ChartEntry, type ChartIndex, findLicence, indexWant, offers } from './helm-offers.ts';
import { refusals } from './helm-refusals.ts';

// https://helm.sh/docs/topics/chart_repository/

const chartFile = /^(?:.*\/)?(?<name>[A-Za-z0-9][A-Za-z0-9._-]*?)-(?<version>v?\d+\.\d+\.\d+[0-9A-Za-z.+_-]*)\.tgz$/;
/** Some times that of the largest known index. */
const indexYaml: YamlLimits = { lexemes: 20_000_000, nodes: 10_000_000, text: 256 * 1024 * 1024 };

function locate(path: string): Location | undefined {
  const match = chartFile.exec(path.replace(/\.prov$/, ''));
  if (!match?.groups) return undefined;
  return { package: match.groups.name!, version: match.groups.version!, lead: path.endsWith('.tgz') };
}

function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') {
    if (path === 'index.yaml') return indexWant;
    const location = locate(path);
    return { kind: 'file', path, ...(location ? { package: location.package, version: location.version, listing: indexWant } : {}) };
  }
  if ((method === 'PUT' || method === 'POST') && path !== '') return { kind: 'publish', path };
  if (method === 'DELETE' && path !== '') return { kind: 'remove', path };
  return undefined;
}

function getText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A plain value as it is written; nothing for lists and maps. */
function getWord(value: unknown): string {
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

function readList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null) : [];
}

function readFacts(chart: Record<string, unknown>, readme: string | undefined): PackageFacts {
  const description = getText(chart.description);
  const homepage = getText(chart.home);
  const licence = findLicence(chart);
  const dependencies: Dependency[] = readList(chart.dependencies).map((one) => ({
    name: getWord(one.name),
    requirement: getWord(one.version) || '*',
    scope: 'runtime',
  }));
  return {
    ...(description ? { description } : {}),
    ...(homepage ? { homepage } : {}),
    ...(licence ? { licenses: [licence] } : {}),
    tags: Array.isArray(chart.keywords) ? chart.keywords.map(getWord).filter((word) => word !== '') : [],
    authors: readList(chart.maintainers).map((one) => getWord(one.name)),
    dependencies,
    ...(readme ? { readme } : {}),
    ...(chart.deprecated === true ? { deprecated: 'The chart is marked as deprecated' } : {}),
    display: {
      ...(chart.appVersion === undefined ? {} : { 'App version': getWord(chart.appVersion) }),
      ...(chart.type === undefined ? {} : { Type: getWord(chart.type) }),
    },
    native: chart,
  };
}

/** @throws AppError `invalid_package` */
function chartIn(found: ReadonlyMap<string, Buffer>): Record<string, unknown> {
  const source = [...found].find(([name]) => name.endsWith('/Chart.yaml'))?.[1];
  if (!source) throw new AppError(refusals.chart_without_chart_yaml);
  try {
    return findRecord(readYaml(source.toString(), 'invalid_package', packageYaml)) ?? {};
  } catch (cause) {
    throw new AppError(refusals.chart_yaml_unreadable, { reason: (cause as Error).message }, { cause });
  }
}

/** Reads Chart.yaml and the readme; the file's name must say what is inside, or clients would never find it. */
async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  if (path.endsWith('.prov')) return location;
  const found = await readTar(file, (name) => {
    if (/^[^/]+\/Chart\.yaml$/.test(name)) return { limit: readingLimits.chart.most };
    return /^[^/]+\/readme\.md$/i.test(name) ? { limit: 512 * 1024, cut: true } : undefined;
  });
  const chart = chartIn(found);
  const name = getText(chart.name);
  const version = getText(chart.version);
  if (!name || !version || !semver.valid(version)) throw new AppError(refusals.chart_yaml_names_nothing);
  if (!path.endsWith(`${name}-${version}.tgz`)) throw new AppError(refusals.chart_named_otherwise, { name, version });
  const readme = [...found].find(([entry]) => /readme\.md$/i.test(entry))?.[1].toString();
  return { package: name, version, lead: true, facts: readFacts(chart, readme), properties: { 'chart.name': [name], 'chart.version': [version] } };
}

async function load(_want: Want, rows: Rows): Promise<ChartIndex> {
  const charts = new Map<string, ChartEntry[]>();
  let after: string | undefined;
  for (;;) {
    const names = await rows.packageNames({ ...(after === undefined ? {} : { after }), limit: 500 });
    for (const name of names) {
      const found = await rows.package(name);
      const entries = (found?.versions ?? []).flatMap(({ version, facts, files, createdAt }): ChartEntry[] => {
        const lead = files.find((file) => file.lead);
        if (!lead) return [];
        return [{ ...(facts.native as Record<string, unknown>), name, version, digest: lead.sha256, created: createdAt.toISOString(), urls: [lead.path] }];
      });
      if (entries.length > 0) charts.set(name, entries);
    }
    after = names.at(-1);
    if (names.length < 500) return { charts };
  }
}

function parse(_want: Want, document: Buffer, source: { url: string }): ChartIndex {
  const parsed = findRecord(readYaml(document.toString(), 'upstream_failed', indexYaml));
  const listed = parsed?.entries ?? {};
  if (!parsed || typeof listed !== 'object') throw new AppError(refusals.upstream_sent_no_charts);
  const charts = new Map<string, ChartEntry[]>();
  for (const [name, versions] of Object.entries(listed)) {
    const entries = readList(versions)
      .filter((one) => getText(one.version) && Array.isArray(one.urls) && one.urls.length > 0)
      .map((one) => ({ ...one, name, version: String(one.version), urls: (one.urls as unknown[]).map((url) => new URL(String(url), source.url).href) }));
    if (entries.length > 0) charts.set(name, entries);
  }
  return { charts };
}

/** Earlier parts win by version, and a name that a local member has is never completed from a remote one. */
function merge(_want: Want, parts: readonly Part<ChartIndex>[]): ChartIndex {
  const ours = new Set(parts.filter(({ source }) => source === 'local').flatMap(({ model }) => [...model.charts.keys()]));
  const charts = new Map<string, Map<string, ChartEntry>>();
  for (const { source, model } of parts)
    for (const [name, entries] of model.charts) {
      if (source === 'remote' && ours.has(name)) continue;
      const versions = charts.get(name) ?? new Map<string, ChartEntry>();
      for (const entry of entries) if (!versions.has(entry.version)) versions.set(entry.version, entry);
      charts.set(name, versions);
    }
  return { charts: new Map([...charts].map(([name, versions]) => [name, [...versions.values()]])) };
}

/** A chart is always served from the root under its own name, wherever its source keeps it. */
function findPath({ name, version, urls }: ChartEntry): string {
  const first = urls[0] ?? '';
  return /^https?:/.test(first) ? `${name}-${version}.tgz` : first;
}

function render(_want: Want, { charts }: ChartIndex, context: { baseUrl: string }): Rendered {
  const entries: Record<string, unknown> = {};
  for (const name of [...charts.keys()].sort())
    entries[name] = charts
      .get(name)!
      .toSorted((a, b) => compareVersions(b.version, a.version))
      .map((entry) => ({ ...entry, urls: [`${context.baseUrl}/${findPath(entry)}`] }));
  const body = stringify({ apiVersion: 'v1', entries }, { aliasDuplicateObjects: false, lineWidth: 0 });
  return { contentType: 'application/yaml; charset=utf-8', body };
}

function fileSource(want: Want, { charts }: ChartIndex): FileSource | undefined {
  const entry = charts.get(want.package ?? '')?.find((one) => one.version === want.version);
  if (!entry) return undefined;
  const url = want.path.endsWith('.prov') ? `${entry.urls[0]}.prov` : entry.urls[0]!;
  const sha256 = entry.digest?.replace(/^sha256:/, '');
  return { url, ...(sha256 && /^[0-9a-f]{64}$/.test(sha256) && !want.path.endsWith('.prov') ? { sha256 } : {}) };
}

/** Helm takes `1` and `1.2` for `1.0.0` and `1.2.0`. */
const whole = (version: string) => version.replace(/^v?\d+(?:\.\d+)?(?![\d.])/, (numbers) => `${numbers}${numbers.includes('.') ? '.0' : '.0.0'}`);

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => semver.parse(whole(version), { loose: true }));
  if (left && right) return semver.compareBuild(left, right);
  return left ? 1 : right ? -1 : a.localeCompare(b);
}

function setup({ url, key, user, canDeploy }: SetupContext): Snippet[] {
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Add the repository',
      language: 'shell',
      text: `helm repo add ${key} "${url}" --username "${user}" --password "$${tokenVariable}"`,
    },
    ...(canDeploy
      ? [
          {
            step: 'publish' as const,
            title: 'Upload a chart',
            language: 'shell' as const,
            text: `curl -f -u "${user}:$${tokenVariable}" -T my-chart-1.0.0.tgz "${url}/my-chart-1.0.0.tgz"`,
          },
        ]
      : []),
    { step: 'resolve', title: 'Install a chart', language: 'shell', text: `helm repo update ${key}\nhelm pull ${key}/my-chart --version 1.0.0` },
  ];
}

/** Reads a chart whose name only it can tell. */
async function identify(file: StagedFile): Promise<Inspection & { path: string }> {
  const found = await readTar(file, (name) => (/^[^/]+\/Chart\.yaml$/.test(name) ? { limit: readingLimits.chart.most } : undefined));
  const chart = chartIn(found);
  const path = `${getWord(chart.name)}-${getWord(chart.version)}.tgz`;
  const location = locate(path);
  if (!location || path.includes('/')) throw new AppError(refusals.chart_yaml_names_nothing);
  return { ...(await inspect(location, path, file)), path };
}

/** ChartMuseum's upload: the raw chart posted to `api/charts`; its place follows from what is inside. https://chartmuseum.com/docs/ */
async function publish(want: Want, context: Parameters<NonNullable<Format['publish']>>[1]) {
  if (want.path !== 'api/charts') return undefined;
  const staged = await context.stage(context.body);
  const { path, ...inspection } = await context.read(identify, staged);
  return { files: [{ path, staged, inspection }], answer: { status: 201, contentType: 'application/json', body: JSON.stringify({ saved: true }) } };
}

/** Classic chart repositories; charts in containers' clothing are served by the docker format. */
export const helm: Format<ChartIndex> = {
  id: 'helm',
  apiName: 'helm',
  challenge: 'basic',
  classify,
  locate,
  inspect,
  readers: [identify],
  mayReplace: (path) => !path.endsWith('.tgz'),
  publish,
  load,
  parse,
  merge,
  render,
  fileSource,
  offers,
  compareVersions,
  evidence,
  exactVersion: (requirement) => semver.valid(requirement) ?? undefined,
  setup,
  demo: async () => (await import('./helm-demo.ts')).demo,
};
