import { cargoEcosystem } from '../component/ecosystem.ts';
import { isRecord } from './is-record.ts';

/** A library as its own metadata names it. */
export interface Library {
  ecosystem: string;
  name: string;
  version: string;
}

const clean = (text: unknown, limit: number) => (typeof text === 'string' && text.length <= limit && !text.includes('\0') ? text.trim() : '');

function library(ecosystem: string, name: unknown, version: unknown): Library[] {
  const [plainName, plainVersion] = [clean(name, 300), clean(version, 100)];
  return plainName === '' || plainVersion === '' ? [] : [{ ecosystem, name: plainName, version: plainVersion }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const readPackageJson = (text: string): Library[] => {
  const json = parse(text);
  return isRecord(json) ? library('npm', json.name, json.version) : [];
};

/** Packages that a lock file of npm fixes, in any of its three shapes. https://docs.npmjs.com/cli/configuring-npm/package-lock-json */
function readNpmLock(text: string): Library[] {
  const json = parse(text);
  if (!isRecord(json)) return [];
  if (isRecord(json.packages))
    return Object.entries(json.packages).flatMap(([path, one]) => {
      if (path === '' || !isRecord(one) || one.link === true || one.dev === true) return [];
      return library('npm', typeof one.name === 'string' ? one.name : path.replace(/^.*node_modules\//, ''), one.version);
    });
  const found: Library[] = [];
  const waiting = [json.dependencies];
  while (waiting.length > 0) {
    const dependencies = waiting.pop();
    if (!isRecord(dependencies)) continue;
    for (const [name, one] of Object.entries(dependencies)) {
      if (!isRecord(one) || one.dev === true) continue;
      found.push(...library('npm', name, one.version));
      waiting.push(one.dependencies);
    }
  }
  return found;
}

/** https://packaging.python.org/en/latest/specifications/core-metadata/ */
function readPythonMetadata(text: string): Library[] {
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  return library('PyPI', /^Name:\s*(.+)$/m.exec(head)?.[1], /^Version:\s*(.+)$/m.exec(head)?.[1]);
}

/** https://maven.apache.org/shared/maven-archiver/#pom-properties-content */
function readPomProperties(text: string): Library[] {
  const value = (name: string) => new RegExp(`^${name}\\s*[=:]\\s*(.+)$`, 'm').exec(text)?.[1]?.trim();
  const [group, artifact] = [value('groupId'), value('artifactId')];
  return group && artifact ? library('Maven', `${group}:${artifact}`, value('version')) : [];
}

/** https://doc.rust-lang.org/cargo/guide/cargo-toml-vs-cargo-lock.html */
function readCargoLock(text: string): Library[] {
  return text
    .split(/^\[\[package\]\]\s*$/m)
    .slice(1)
    .flatMap((block) => {
      const value = (name: string) => new RegExp(`^${name}\\s*=\\s*"([^"]*)"`, 'm').exec(block)?.[1];
      // Without a source it is the project itself, or a part of it.
      return value('source') === undefined ? [] : library(cargoEcosystem, value('name'), value('version'));
    });
}

/** The name of a gem's specification says all. https://guides.rubygems.org/specification-reference/ */
function readGemspecName(path: string): Library[] {
  // No file system keeps a longer name.
  if (path.length - path.lastIndexOf('/') > 256) return [];
  const [, name, version] = /\/([A-Za-z0-9._-]+?)-(\d[0-9A-Za-z.]*)(?:-[0-9A-Za-z_.-]+)?\.gemspec$/.exec(path) ?? [];
  return library('RubyGems', name, version);
}

interface Evidence {
  path: RegExp;
  read: (text: string, path: string) => Library[];
  /** Only at the top of a package's own archive: elsewhere it says what somebody might install, not what is there. */
  onlyAtTop?: boolean;
}

/** Files that say which library is here. Installed ones count wherever they are, lock files only in the archive that they are about. */
const evidence: readonly Evidence[] = [
  { path: /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@][^/]*\/package\.json$/, read: readPackageJson },
  { path: /\.(?:dist-info\/METADATA|egg-info\/PKG-INFO)$/, read: readPythonMetadata },
  { path: /(?:^|\/)META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/, read: readPomProperties },
  { path: /(?:^|\/)specifications\/(?:default\/)?[^/]+\.gemspec$/, read: (_text, path) => readGemspecName(`/${path}`) },
  { path: /^[^/]+\/(?:npm-shrinkwrap|package-lock)\.json$/, read: readNpmLock, onlyAtTop: true },
  { path: /^[^/]+\/Cargo\.lock$/, read: readCargoLock, onlyAtTop: true },
];

/** How to read a file that says which libraries are here; undefined for all others. */
export function libraryReader(path: string, options: { atTop: boolean }): ((text: string) => Library[]) | undefined {
  const found = evidence.find((one) => one.path.test(path) && (options.atTop || !one.onlyAtTop));
  return found && ((text) => found.read(text, path));
}

/** Archives whose inside is looked at too. */
export const isNestedArchive = (path: string) => /\.(?:jar|war|ear|sar|par)$/i.test(path);
