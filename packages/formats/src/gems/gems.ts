import { AppError } from '@packhouse/contract/errors.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type {
  AuxContext,
  Draft,
  FileSource,
  Format,
  Inspection,
  Location,
  ProtocolRequest,
  PublishContext,
  Rendered,
  SetupContext,
  Snippet,
  StagedFile,
  UpstreamRequest,
  Want,
} from '../format.ts';
import { findKnownUpstream } from '../known-upstream.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { evidence } from './gem-evidence.ts';
import { gemName, gemPath, inspectGem } from './gem-file.ts';
import { type GemListing, load, merge, parse } from './gem-listing.ts';
import { offers } from './gem-offers.ts';
import { infoWant } from './gem-place.ts';
import { compareVersions, joinVersion } from './gem-version.ts';
import { refusals } from './gems-refusals.ts';
import { render } from './render-gems.ts';

// https://guides.rubygems.org/rubygems-org-api/ and https://guides.rubygems.org/rubygems-org-compact-index-api/

const fullName = /^(?<name>.+?)-(?<version>\d[0-9A-Za-z.]*(?:-[A-Za-z][0-9A-Za-z_.-]*)?)$/;
const lists = new Set(['versions', 'names']);
const tupleList = /^(?<which>(?:latest_|prerelease_)?specs)\.4\.8\.gz$/;

function named(text: string | undefined): Location | undefined {
  const groups = fullName.exec(text ?? '')?.groups;
  return groups && gemName.test(groups.name!) ? { package: groups.name!, version: groups.version!, lead: true } : undefined;
}

const locate = (path: string) => named(/^gems\/(?<full>[^/]+)\.gem$/.exec(path)?.groups?.full);

function classifyRead(path: string): Want | undefined {
  if (path === '') return { kind: 'aux', path, variant: 'root' };
  if (lists.has(path)) return { kind: 'index', path, variant: path, freshness: 'metadata' };
  const info = /^info\/(?<name>[^/]+)$/.exec(path)?.groups?.name;
  if (info) return gemName.test(info) ? infoWant(info) : undefined;
  const which = tupleList.exec(path)?.groups?.which;
  // All lists of an upstream are read from its list of versions.
  if (which) return { kind: 'index', path: 'versions', variant: which, freshness: 'metadata' };
  const specification = /^quick\/Marshal\.4\.8\/(?<full>[^/]+)\.gemspec\.rz$/.exec(path)?.groups?.full;
  const found = specification === undefined ? locate(path) : named(specification);
  if (!found) return undefined;
  const place = { path, package: found.package, version: found.version };
  return specification === undefined
    ? { kind: 'file', ...place, listing: infoWant(found.package) }
    : { kind: 'index', ...place, variant: 'specification', freshness: 'metadata' };
}

function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return classifyRead(path);
  if (method === 'POST' && path === 'api/v1/gems') return { kind: 'publish', path };
  if (method === 'DELETE' && path === 'api/v1/gems/yank') return { kind: 'publish', path, variant: 'yank' };
  const location = locate(path);
  if (!location) return undefined;
  if (method === 'PUT') return { kind: 'publish', path, variant: 'plain', ...location };
  return method === 'DELETE' ? { kind: 'remove', path, ...location } : undefined;
}

async function inspect(_location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const { path: place, ...inspection } = await inspectGem(file);
  if (place !== path) throw new AppError(refusals.gem_named_otherwise, { name: inspection.package, version: inspection.version, place });
  return inspection;
}

const said = (text: string): Rendered => ({ contentType: 'text/plain; charset=utf-8', body: text });

/** A yanked gem is in no list; whoever knows its name still gets the file, so that what is locked goes on working. */
async function yank({ request, body, rows }: PublishContext): Promise<Draft> {
  const form = new URLSearchParams((await readUpTo(body, 64 * 1024)).toString());
  const value = (name: string) => form.get(name) ?? request.query.get(name) ?? '';
  const [name, version] = [value('gem_name'), joinVersion(value('version'), value('platform'))];
  const known = (await rows.package(name))?.versions.some((one) => one.version === version);
  if (!known) throw new AppError(refusals.gem_missing);
  return {
    files: [],
    amend: [{ package: name, version, facts: { yanked: true, yankedAt: new Date().toISOString() } }],
    answer: said(`Successfully deleted gem: ${name} (${version})`),
  };
}

async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.variant === 'plain') return undefined;
  if (want.variant === 'yank') return yank(context);
  const staged = await context.stage(context.body);
  const { path, ...inspection } = await context.read(inspectGem, staged);
  const { package: name, version } = inspection;
  const existing = (await context.rows.package(name))?.versions.find((one) => one.version === version);
  const unyank = existing?.facts.yanked && existing.files.some((file) => file.sha256 === staged.sha256);
  return {
    files: [{ path, staged, inspection }],
    ...(unyank ? { amend: [{ package: name, version, facts: { yanked: false, yankedAt: undefined } }] } : {}),
    answer: said(`Successfully registered gem: ${name} (${version})`),
  };
}

function upstream(want: Want): UpstreamRequest {
  return { path: want.path };
}

function fileSource(want: Want, { lines }: GemListing): FileSource | undefined {
  const line = lines.find(({ version }) => version === want.version);
  const sha256 = /(?:^|[|,])checksum:(?<sha256>[0-9a-f]{64})(?:,|$)/.exec(line?.rest ?? '')?.groups?.sha256;
  return line && { url: gemPath(want.package ?? '', line.version), ...(sha256 ? { sha256 } : {}) };
}

/** Clients look at the root to learn that the compact index is spoken. */
async function aux(want: Want, _context: AuxContext): Promise<Rendered | undefined> {
  return want.variant === 'root' ? said('RubyGems') : undefined;
}

function setup({ url, host, user, canDeploy }: SetupContext): Snippet[] {
  const address = url.replace('://', `://${encodeURIComponent(user)}:$${tokenVariable}@`);
  // https://bundler.io/man/bundle-config.1.html#CREDENTIALS-FOR-GEM-SOURCES
  const variable = `BUNDLE_${host.replace(/:\d+$/, '').replaceAll('-', '___').replaceAll('.', '__').toUpperCase()}`;
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Give gem and bundler the token',
      language: 'shell',
      text: `export GEM_HOST_API_KEY="$${tokenVariable}"\nexport ${variable}="${encodeURIComponent(user)}:$${tokenVariable}"`,
    },
    ...(canDeploy ? [{ step: 'publish' as const, title: 'Push a gem', language: 'shell' as const, text: `gem push my-gem-1.0.0.gem --host "${url}"` }] : []),
    { step: 'resolve', title: 'Install a gem', language: 'shell', text: `gem install my-gem --clear-sources --source "${address}/"` },
    {
      step: 'resolve',
      title: 'Install with bundler',
      language: 'shell',
      text: `cat > Gemfile <<'END'\nsource "${url}/"\ngem "my-gem"\nEND\nbundle install`,
    },
  ];
}

/** Gems: the compact index, the lists before it, and pushing. */
export const gems: Format<GemListing> = {
  id: 'gems',
  apiName: 'gems',
  challenge: 'basic',
  renderError: (status, _code, message) => ({ status, contentType: 'text/plain; charset=utf-8', body: `${message}\n` }),
  classify,
  locate,
  inspect,
  readers: [inspectGem],
  mayReplace: () => false,
  publish,
  load,
  parse,
  merge,
  render,
  upstream,
  fileSource,
  offers,
  aux,
  advisories: { knows: (version) => /^\d+(\.[0-9A-Za-z]+)*(-[0-9A-Za-z._-]+)?$/.test(version) && version.length < 255, compare: compareVersions },
  evidence,
  exactVersion: (requirement) => /^= (\S+)$/.exec(requirement)?.[1],
  clientUpstream: { settings: [], usual: () => findKnownUpstream('pkg:gem/a@1', '/downloads/a-1.gem') },
  compareVersions,
  setup,
};
