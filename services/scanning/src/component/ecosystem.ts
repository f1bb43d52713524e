import { cardOf, type FormatId, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { normalise as normalisePythonName } from '@packhouse/formats/pypi/pypi-names.ts';
import type { Component } from './component.ts';

// https://ossf.github.io/osv-schema/#defined-ecosystems
/** Put together here because it is also the name of the registry's host. */
export const cargoEcosystem = ['crates', 'io'].join('.');

/** Ecosystems of the formats that have advisories and whose packages are matched by their own name. */
const ecosystems: Partial<Record<FormatId, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  maven: 'Maven',
  gradle: 'Maven',
  go: 'Go',
  cargo: cargoEcosystem,
  gems: 'RubyGems',
  nuget: 'NuGet',
};

/** The ecosystem that a format's packages belong to; undefined when there are no advisories that could be matched by name. */
export function ecosystemOf(format: FormatId): string | undefined {
  return ecosystems[format];
}

/** The one spelling of a name under which components and advisories meet. */
export function normalName(ecosystem: string, name: string): string {
  if (ecosystem === 'PyPI') return normalisePythonName(name);
  if (ecosystem === 'NuGet') return name.toLowerCase();
  return name;
}

/** The one spelling of a version: Go's is written with and without a `v`. */
export function normalVersion(ecosystem: string, version: string): string {
  return ecosystem === 'Go' ? version.replace(/^v/, '') : version;
}

const purlTypes: Readonly<Record<string, string>> = {
  npm: 'npm',
  PyPI: 'pypi',
  Maven: 'maven',
  Go: 'golang',
  [cargoEcosystem]: 'cargo',
  RubyGems: 'gem',
  NuGet: 'nuget',
  Debian: 'deb',
  Ubuntu: 'deb',
  Alpine: 'apk',
};

const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');

function purlText(type: string, path: readonly string[], version: string, qualifiers = ''): string {
  return `pkg:${type}/${path.map(encode).join('/')}@${encode(version)}${qualifiers}`;
}

/** A package of an ecosystem whose packages are matched by their own name. */
export function libraryComponent(ecosystem: string, name: string, version: string): Component {
  const normal = normalName(ecosystem, name);
  const path = ecosystem === 'Maven' ? normal.split(':') : normal.split('/');
  return {
    ecosystem,
    distro: '',
    name: normal,
    version: normalVersion(ecosystem, version),
    sourceName: '',
    sourceVersion: '',
    purl: purlText(purlTypes[ecosystem] ?? 'generic', path, version),
  };
}

/** A package that a distribution installed. */
export function distributionComponent(
  ecosystem: 'Debian' | 'Ubuntu' | 'Alpine',
  distro: string,
  found: { name: string; version: string; sourceName?: string | undefined; sourceVersion?: string | undefined },
): Component {
  const vendor = ecosystem.toLowerCase();
  const release = distro === '' ? '' : `?distro=${encode(`${vendor}-${distro.replace(/^v/, '')}`)}`;
  return {
    ecosystem,
    distro,
    name: found.name,
    version: found.version,
    sourceName: found.sourceName ?? found.name,
    sourceVersion: found.sourceVersion ?? found.version,
    purl: purlText(purlTypes[ecosystem]!, [vendor, found.name], found.version, release),
  };
}

/** The type in package URLs; what has none registered is a plain file there. */
function purlTypeOf(format: FormatId): string {
  return cardOf(format).purlType ?? cardOf(plainFormat).purlType!;
}

/** A package of a format without advisories: it is known, and nothing is matched with it. */
function plainComponent(format: FormatId, name: string, version: string): Component {
  const type = purlTypeOf(format);
  return { ecosystem: '', distro: '', name: `${format}:${name}`, version, sourceName: '', sourceVersion: '', purl: purlText(type, name.split('/'), version) };
}

/** The package that a repository holds, as a component. */
export function packageComponent(format: FormatId, name: string, version: string): Component {
  const ecosystem = ecosystemOf(format);
  return ecosystem === undefined ? plainComponent(format, name, version) : libraryComponent(ecosystem, name, version);
}
