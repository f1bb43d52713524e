import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import { anything, type IgnoreFilters } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { findEcosystem, normalName } from '../component/ecosystem.ts';

/** A component must be this for a rule to hold; what is absent does not matter. */
export interface ComponentFit {
  ecosystem?: string;
  name?: string;
  /** Without version and qualifiers. */
  purl?: string;
  version?: string;
  /** Release of its distribution. */
  distro?: string;
  /** A range as `vers:` has it, and those versions in it that are known here. */
  range?: string;
  versions?: string[];
}

/** A file must be this for a rule to hold; what is absent does not matter. */
export interface ArtifactFit {
  /** Of the file, or of the package it stands for. */
  name?: string;
  format?: string;
  package?: string;
  version?: string;
  /** `<repository>/<folder>/`; with a name exactly that folder, without one also those below. */
  folder?: string;
  /** Of its content. */
  sha256?: string;
}

/** This decides whether a rule holds, in the words of the queries. */
export interface Fit {
  names: string[] | null;
  components: ComponentFit[] | null;
  artifacts: ArtifactFit[] | null;
  /** Names of watches and policies, and licences; what has any of the first two hides violations, and no findings. */
  watches: string[] | null;
  policies: string[] | null;
  licences: string[] | null;
  /** It is about operational risks. */
  risks: boolean;
}

const given = (text: string | undefined): string | undefined => (text === undefined || text.toLowerCase() === anything ? undefined : text);
const some = <Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { [K in Key]?: string });

/** A purl without what comes after its name. https://github.com/package-url/purl-spec */
const plainPurl = (purl: string) => purl.replace(/[?#].*$/s, '').replace(/@[^@/]*$/, '');

function findFitOfComponent({ name, version }: { name: string; version?: string | undefined }): ComponentFit {
  const wanted = given(name);
  const versioned = some('version', given(version));
  if (wanted === undefined) return versioned;
  if (wanted.startsWith('pkg:')) return { purl: plainPurl(wanted), ...versioned };
  const [, type, rest] = /^([a-z]+):\/\/(.+)$/i.exec(wanted) ?? [];
  if (type === undefined || rest === undefined) return { name: wanted, ...versioned };
  const format = findFormatId(type);
  const ecosystem = format && findEcosystem(format);
  return { name: ecosystem === undefined ? rest : normalName(ecosystem, rest), ...some('ecosystem', ecosystem), ...versioned };
}

/** `default/` stands before repositories in the words of existing clients, `-cache` behind remote ones. */
function getFolder(path: string): string {
  const [repository = '', ...folders] = path
    .replace(/^\/?(?:default\/)?/, '')
    .split('/')
    .filter(Boolean);
  return [repository.replace(/-cache$/, ''), ...folders, ''].join('/');
}

function findFitOfArtifact({ name, version, path }: { name: string; version?: string | undefined; path?: string | undefined }): ArtifactFit {
  const wanted = given(name);
  const folder = given(path);
  const named = wanted === undefined ? undefined : parsePackageId(wanted);
  return {
    ...(named ? { format: named.format, package: named.name } : some('name', wanted)),
    ...some('version', given(version)),
    ...(folder === undefined ? {} : { folder: getFolder(folder) }),
  };
}

const getList = (list: readonly string[] | undefined): string[] | null => (list?.length ? [...list] : null);

/** Builds are not judged here, so that a rule about them hides nothing. Licences and risks are no findings; rules about them hide violations. */
export function makeFit({ vulnerabilities = [], cves = [], licenses, components, artifacts, builds, watches, policies, operational_risk }: IgnoreFilters): Fit {
  const names = [...vulnerabilities, ...cves.map((cve) => cve.toUpperCase())].map((name) => (name.toLowerCase() === anything ? anything : name));
  const hidesNothing = builds !== undefined && builds.length > 0;
  return {
    names: names.length === 0 || hidesNothing ? null : [...new Set(names)].filter((name) => name !== anything && name !== anything.toUpperCase()),
    components: components?.length ? components.map(findFitOfComponent) : null,
    artifacts: artifacts?.length ? artifacts.map(findFitOfArtifact) : null,
    watches: getList(watches),
    policies: getList(policies),
    licences: hidesNothing ? null : getList(licenses?.map((name) => (name.toLowerCase() === anything ? '' : name))),
    risks: !hidesNothing && operational_risk !== undefined && operational_risk.length > 0,
  };
}
