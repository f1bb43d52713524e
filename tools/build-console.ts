import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRsbuild, type RsbuildConfig } from '@rsbuild/core';
import { compressAssets } from './console/compress.ts';
import { areaConfig, shellConfig } from './console/federation.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Folders whose sources every part is made of, and the files that decide how. */
const common = ['packages/ui/src', 'packages/console-kit/src', 'packages/contract/src', 'packages/formats/src', 'tools/console'];
const deciding = ['package-lock.json', 'tools/build-console.ts'];

interface Part {
  name: string;
  folder: string;
  config: RsbuildConfig;
  /** Writes what else is written beside the build. */
  finish?: () => Promise<void>;
}

function sourceHash(folder: string): string {
  const hash = createHash('sha256');
  const folders = [relative(root, join(folder, 'src')), relative(root, join(folder, 'public')), ...common];
  const files = folders.flatMap((one) => globSync(`${one}/**/*.*`, { cwd: root, exclude: (name) => /\.test\.tsx?$/.test(name) }));
  const page = relative(root, join(folder, 'index.html'));
  for (const file of [...files, ...deciding, ...(existsSync(join(root, page)) ? [page] : [])].sort())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const marker = (part: Part) => join(part.folder, 'dist', 'sources.sha256');

function isFresh(part: Part, hash: string): boolean {
  return existsSync(marker(part)) && readFileSync(marker(part), 'utf8') === hash;
}

async function build(part: Part, hash: string): Promise<void> {
  const dist = join(part.folder, 'dist');
  rmSync(marker(part), { force: true });
  const rsbuild = await createRsbuild({ cwd: part.folder, rsbuildConfig: part.config });
  const { close } = await rsbuild.build();
  await close();
  await part.finish?.();
  await compressAssets(dist);
  writeFileSync(marker(part), hash);
}

/** An area's manifest is data in its sources; the server reads it as JSON, without running the area. */
async function writeManifest(folder: string): Promise<void> {
  const { manifest } = (await import(pathToFileURL(join(folder, 'src/manifest.ts')).href)) as { manifest: object };
  writeFileSync(join(folder, 'dist', 'area.json'), JSON.stringify(manifest));
}

function parts(): Part[] {
  const shell = join(root, 'apps/console');
  const areas = globSync('areas/*/src/area.ts', { cwd: root }).map((file) => join(root, dirname(dirname(file))));
  return [
    { name: 'shell', folder: shell, config: shellConfig(shell) },
    ...areas.sort().map((folder) => {
      const id = relative(join(root, 'areas'), folder);
      return { name: id, folder, config: areaConfig(folder, id), finish: () => writeManifest(folder) };
    }),
  ];
}

/** Builds the parts of the console whose sources changed since they were built; needs no network. A part that does not build does not keep the others back. */
async function buildConsoleIfStale(): Promise<'fresh' | 'built'> {
  let result: 'fresh' | 'built' = 'fresh';
  const failed: string[] = [];
  for (const part of parts()) {
    const hash = sourceHash(part.folder);
    if (isFresh(part, hash)) continue;
    try {
      await build(part, hash);
      result = 'built';
    } catch {
      failed.push(part.name);
    }
  }
  if (failed.length > 0) throw new Error(`These parts of the console do not build: ${failed.join(', ')}`);
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const result = await buildConsoleIfStale();
  console.log(result === 'fresh' ? 'The console is up to date.' : `The console was built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
