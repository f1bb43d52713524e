import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { findLicenses, parseCoreMetadata } from './core-metadata.ts';

/** What stands in the project itself is no package of the index. */
const isOwn = (block: string) =>
  /^source\s*=\s*\{\s*(?:editable|virtual|directory)\b/m.test(block) || /^\[package\.source\]\s*\ntype\s*=\s*"(?:directory|file)"/m.test(block);

/** Poetry says which groups a package is for; PDM's and the standard's tables say nothing of the kind. */
function isForDevelopment(block: string): boolean {
  if (/^category\s*=\s*"dev"/m.test(block)) return true;
  const groups = /^groups\s*=\s*\[([^\]\n]{0,1000})\]/m.exec(block)?.[1];
  return groups !== undefined && groups.trim() !== '' && !/"(?:main|default)"/.test(groups);
}

/** Tables of packages that Poetry, uv and PDM fix, and the standard's own. https://packaging.python.org/en/latest/specifications/pylock-toml/ */
function readTomlLock(text: string): NamedLibrary[] {
  return text
    .split(/^\[\[packages?\]\]\s*$/m)
    .slice(1)
    .flatMap((block) => {
      const value = (name: string) => new RegExp(`^${name}\\s*=\\s*"([^"]*)"`, 'm').exec(block)?.[1];
      return isOwn(block) || isForDevelopment(block) ? [] : [{ name: value('name'), version: value('version') }];
    });
}

/** https://pipenv.pypa.io/en/latest/pipfile.html */
function readPipfileLock(text: string): NamedLibrary[] {
  try {
    const packages = (JSON.parse(text) as { default?: Record<string, { version?: unknown }> | undefined }).default ?? {};
    return Object.entries(packages).map(([name, one]) => ({ name, version: typeof one?.version === 'string' ? one.version.replace(/^==/, '') : '' }));
  } catch {
    return [];
  }
}

/** Requirements that take one version. https://pip.pypa.io/en/stable/reference/requirements-file-format/ */
const readRequirements = (text: string): NamedLibrary[] =>
  text.split('\n').flatMap((line) => {
    const [, name, version] =
      /^\s*([A-Za-z0-9][A-Za-z0-9._-]{0,200})(?:\[[^\]]{0,200}\])?\s*={2,3}\s*([^\s;#*,\\]{1,100})(?=[\s;#,\\]|$)/.exec(line.slice(0, 1000)) ?? [];
    return name === undefined ? [] : [{ name, version }];
  });

export const evidence: readonly LibraryEvidence[] = [
  {
    path: /\.(?:dist-info\/METADATA|egg-info\/PKG-INFO)$/,
    // https://packaging.python.org/en/latest/specifications/core-metadata/
    read(text) {
      const metadata = parseCoreMetadata(Buffer.from(text));
      const one = (name: string) => metadata.fields.get(name)?.[0]?.trim();
      return [{ name: one('name'), version: one('version'), licences: findLicenses(metadata) }];
    },
  },
  { path: /^(?:[^/]+\/)?(?:poetry\.lock|uv\.lock|pdm\.lock|pylock(?:\.[^/]+)?\.toml)$/, read: readTomlLock, onlyAtTop: true },
  { path: /^(?:[^/]+\/)?Pipfile\.lock$/, read: readPipfileLock, onlyAtTop: true },
  { path: /^(?:[^/]+\/)?requirements\.txt$/, read: readRequirements, onlyAtTop: true },
];
