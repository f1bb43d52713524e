import type { Finding } from './finding.ts';
import { type ImportUse, isTestFile } from './room-rules.ts';

/** A workspace depends on these, by package name. */
export interface Declared {
  readonly dependencies: Readonly<Record<string, string>>;
  /** Only its tests use these. */
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** A file of a workspace, and what it imports. */
export interface FileUses {
  readonly file: string;
  readonly uses: readonly Pick<ImportUse, 'specifier'>[];
}

/**
 * Tells what a workspace has to declare: whatever its files import, and nothing else. Versions are chosen in the root's manifest; the workspaces
 * repeat them. Workspaces of ours are meant as they stand, which `*` says.
 */
export function declareUses(name: string, files: readonly FileUses[], pinned: Readonly<Record<string, string>>): Declared {
  const usedBy = (isWanted: (file: string) => boolean): Set<string> =>
    new Set(
      files
        .filter(({ file }) => isWanted(file))
        .flatMap(({ uses }) => uses.flatMap(({ specifier }) => readPackageName(specifier) ?? []))
        .filter((used) => used !== name),
    );
  const version = (used: string) => (used.startsWith('@packhouse/') ? '*' : (pinned[used] ?? 'missing in the root'));
  const toRecord = (names: readonly string[]) => Object.fromEntries(names.toSorted().map((used) => [used, version(used)]));
  const own = usedBy((file) => !isTestFile(file));
  const tests = [...usedBy(isTestFile)].filter((used) => !own.has(used));
  return { dependencies: toRecord([...own]), devDependencies: toRecord(tests) };
}

/** Where a manifest says something else than the imports of its workspace. */
export function checkManifest(file: string, declared: Declared, wanted: Declared): Finding[] {
  return (['dependencies', 'devDependencies'] as const).flatMap((part) => {
    const names = new Set([...Object.keys(declared[part]), ...Object.keys(wanted[part])]);
    return [...names]
      .filter((name) => declared[part][name] !== wanted[part][name])
      .map((name) => ({
        file,
        message: `${part}: ${name} is ${declared[part][name] ?? 'absent'}, not ${wanted[part][name] ?? 'absent'}: run node tools/declare.ts`,
      }));
  });
}

/** Programs, types, styles, and peers that a library asks for: they are used without an import. */
const usedOtherwise =
  /^(@types\/.+|@fontsource-variable\/.+|@testing-library\/dom|@biomejs\/biome|oxlint|oxlint-tsgolint|typescript|knip|jsdom|ajv|ajv-formats|ajv-formats-draft2019)$/;

/** Finds what the root pins and nobody uses: no workspace declares it, and no file of the root imports it. */
export function checkPins(pinned: Readonly<Record<string, string>>, workspaces: readonly Declared[], rootFiles: readonly FileUses[]): Finding[] {
  const imported = rootFiles.flatMap(({ uses }) => uses.map(({ specifier }) => readPackageName(specifier)));
  const used = new Set([
    ...imported,
    ...workspaces.flatMap(({ dependencies, devDependencies }) => [...Object.keys(dependencies), ...Object.keys(devDependencies)]),
  ]);
  const unused = Object.keys(pinned).filter((name) => !used.has(name) && !usedOtherwise.test(name));
  return unused.map((name) => ({ file: 'package.json', message: `pins ${name}, which nobody uses` }));
}

/** The package that an import asks for; none for a relative one and for what Node brings along. */
function readPackageName(specifier: string): string | undefined {
  if (/^(\.|\/|node:)/.test(specifier)) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}
