import { type FormatId, getCard, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import type { AdvisoryRules } from '@packhouse/formats/advisory-rules.ts';
import { ecosystems as others } from '@packhouse/formats/ecosystem/ecosystems.ts';
import { formats } from '@packhouse/formats/formats.ts';
import type { Component } from './component.ts';

interface Known {
  /** Absent where nobody knows how versions of it are ordered. */
  advisories?: AdvisoryRules | undefined;
  purlType: string;
}

/** The type in package URLs; what has none registered is a plain file there. */
function getPurlType(format: FormatId): string {
  return getCard(format).purlType ?? getCard(plainFormat).purlType!;
}

/** Every ecosystem with advisories, by the first of the formats whose packages belong to it, or by itself. */
const ecosystems: ReadonlyMap<string, Known> = new Map<string, Known>([
  ...others.map((one) => [one.id, one] as const),
  ...formats
    .flatMap(({ id, advisories }) => {
      const { ecosystem, distributions = [], libraries = [] } = getCard(id).scanning ?? {};
      const known: Known = { advisories, purlType: getPurlType(id) };
      return [...(ecosystem === undefined ? [] : [ecosystem]), ...distributions, ...libraries].map((name) => [name, known] as const);
    })
    .reverse(),
]);

/** How advisories of an ecosystem are written; undefined for ecosystems whose rules are not known here. */
export function findRules(ecosystem: string): AdvisoryRules | undefined {
  return ecosystems.get(ecosystem)?.advisories;
}

/** How a distribution calls itself in its images and in package URLs. */
const getVendor = (distribution: string) => distribution.toLowerCase().split(' ', 1)[0]!;

/** The distribution with advisories that calls itself so in its images. */
export function getDistribution(id: string): string | undefined {
  return formats.flatMap((format) => getCard(format.id).scanning?.distributions ?? []).find((name) => getVendor(name) === id);
}

/** The ecosystem that a format's packages belong to; undefined when there are no advisories that could be matched by name. */
export function findEcosystem(format: FormatId): string | undefined {
  return getCard(format).scanning?.ecosystem;
}

/** The ecosystem that only package URLs name: one without a format here, or the one by which a format's packages are called elsewhere. */
export function findForeign(purlType: string, parts: number): string | undefined {
  const [library] = formats.flatMap(({ id }) => (getCard(id).purlType === purlType ? (getCard(id).scanning?.libraries ?? []) : []));
  // Host, owner and name: an address; packages of a registry have two parts.
  return others.find((one) => one.purlType === purlType)?.id ?? (parts >= 3 ? library : undefined);
}

/** The one spelling of a name under which components and advisories meet. */
export function normalName(ecosystem: string, name: string): string {
  return findRules(ecosystem)?.normalName?.(name) ?? name;
}

/** The one spelling of a version. */
export function normalVersion(ecosystem: string, version: string): string {
  return findRules(ecosystem)?.normalVersion?.(version) ?? version;
}

const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');

function purlText(type: string, path: readonly string[], version: string, qualifiers = ''): string {
  return `pkg:${type}/${path.map(encode).join('/')}@${encode(version)}${qualifiers}`;
}

/** A package of an ecosystem whose packages are matched by their own name. */
export function libraryComponent(ecosystem: string, name: string, version: string): Component {
  const normal = normalName(ecosystem, name);
  const path = normal.split(findRules(ecosystem)?.nameSeparator ?? '/');
  return {
    ecosystem,
    distro: '',
    name: normal,
    version: normalVersion(ecosystem, version),
    sourceName: '',
    sourceVersion: '',
    purl: purlText(ecosystems.get(ecosystem)?.purlType ?? getPurlType(plainFormat), path, version),
  };
}

/** A package that a distribution installed. */
export function distributionComponent(
  ecosystem: string,
  distro: string,
  found: { name: string; version: string; sourceName?: string | undefined; sourceVersion?: string | undefined },
): Component {
  const vendor = getVendor(ecosystem);
  const rules = findRules(ecosystem);
  const isAlone = rules?.namedAlone?.includes(ecosystem) ?? false;
  const release = distro === '' ? '' : `?distro=${encode(`${vendor}-${distro.replace(/^v/, '')}`)}`;
  return {
    ecosystem,
    distro,
    name: found.name,
    version: found.version,
    sourceName: isAlone ? found.name : (found.sourceName ?? found.name),
    sourceVersion: isAlone ? found.version : (found.sourceVersion ?? found.version),
    purl: purlText(ecosystems.get(ecosystem)?.purlType ?? getPurlType(plainFormat), [vendor, found.name], found.version, release),
  };
}

/** A package that nobody publishes advisories about: it is known, and nothing is matched with it. */
export function plainComponent(format: FormatId, name: string, version: string): Component {
  const type = getPurlType(format);
  return { ecosystem: '', distro: '', name: `${format}:${name}`, version, sourceName: '', sourceVersion: '', purl: purlText(type, name.split('/'), version) };
}

/** The package that a repository holds, as a component. */
export function packageComponent(format: FormatId, name: string, version: string): Component {
  const ecosystem = findEcosystem(format);
  return ecosystem === undefined ? plainComponent(format, name, version) : libraryComponent(ecosystem, name, version);
}

/** A package that a distribution installed about which nobody publishes advisories. */
export function unjudgedComponent(format: FormatId, distribution: string, { name, version }: { name: string; version: string }): Component {
  const purl = purlText(getPurlType(format), [...(distribution === '' ? [] : [distribution]), name], version);
  return { ecosystem: '', distro: '', name: `${format}:${name}`, version, sourceName: '', sourceVersion: '', purl };
}
