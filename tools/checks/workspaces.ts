import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Declared, declareUses, type FileUses } from './manifests.ts';
import { readImports } from './room-rules.ts';

const Dependencies = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ name: z.string(), dependencies: Dependencies, devDependencies: Dependencies });

const binary = /\.(png|jpe?g|gif|webp|ico|woff2?|tgz|gz|zip|jar|whl|wasm)$/;

/** Files that hold the project's code. */
export const sourceFile = /^(packages|services|apps|areas|e2e|bench|tools)\/.*\.tsx?$/;

export interface Workspace {
  readonly name: string;
  readonly folder: string;
  /** These are what its manifest says, and what it has to say. */
  readonly declared: Declared;
  readonly wanted: Declared;
}

/** Tracked files, and those about to be. */
export function listProjectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return listed.split('\n').filter((file) => file !== '' && !binary.test(file) && existsSync(file));
}

/** Every workspace of the project, with what its manifest declares and what its files import. */
export function readWorkspaces(files: readonly string[]): Workspace[] {
  const pinned = readPins();
  const manifests = files.filter((file) => /^[^/]+\/([^/]+\/)?package\.json$/.test(file));
  return manifests.map((file) => {
    const folder = file.replace(/\/package\.json$/, '');
    const { name, ...declared } = readManifest(file);
    const own = files.filter((one) => one.startsWith(`${folder}/`) && sourceFile.test(one));
    return { name, folder, declared, wanted: declareUses(name, own.map(readUses), pinned) };
  });
}

/** The versions that the root chooses. */
export function readPins(): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = readManifest('package.json');
  return { ...dependencies, ...devDependencies };
}

/** Reads what the files import that belong to no workspace. */
export function readRootUses(files: readonly string[]): FileUses[] {
  return files.filter((file) => /^(tools\/.+|[^/]+)\.ts$/.test(file)).map(readUses);
}

function readUses(file: string): FileUses {
  return { file, uses: readImports(file, readFileSync(file, 'utf8')) };
}

function readManifest(file: string): z.infer<typeof Manifest> {
  return Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
}
