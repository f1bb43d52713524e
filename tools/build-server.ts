import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { builtFolder, builtNames, findBuiltProgram, readSourceState, type SourceState } from '@packhouse/server/built-program.ts';
import { rolldown } from 'rolldown';
import { rewriteAddresses } from './server/rewrite-addresses.ts';
import { findThreadModules } from './server/thread-modules.ts';
import { writeBuilt } from './server/write-built.ts';

const root = dirname(import.meta.dirname);
const folder = join(root, builtFolder);

const ours = /^([./]|@packhouse\/)/;
/** Libraries of many small modules and nothing else go in with our own. Any other stays where it is, with what it reads beside itself. */
const withOurs =
  /^(kysely|zod|jose|yaml|graphql|@pothos\/core|fast-xml-parser|fast-xml-builder|path-expression-matcher|@nodable\/entities|is-unsafe|anynum)(\/|$)/;

/** What is built depends on these beside the sources. */
const deciding = ['package-lock.json', ...globSync(['tools/build-server.ts', 'tools/server/*.ts', '{packages,services,apps}/*/package.json'], { cwd: root })];

/** Puts the server's sources together into few files, see docs/adr/0042-the-server-is-put-together.md. */
async function buildServer(): Promise<void> {
  const sources = new Map<string, SourceState>();
  const note = (file: string) => sources.set(file, readSourceState(root, file));
  deciding.forEach(note);
  const bundle = await rolldown({
    input: { [builtNames.program]: join(root, 'apps/server/src/program.ts'), ...findThreadModules(root) },
    platform: 'node',
    external: (id) => !ours.test(id) && !withOurs.test(id),
    plugins: [
      {
        name: 'packhouse-addresses',
        transform(code, id) {
          if (!id.startsWith(root) || id.includes('/node_modules/')) return undefined;
          note(relative(root, id));
          return rewriteAddresses({ code, file: id, folder });
        },
      },
    ],
  });
  // Names stay what they are in the sources: threads are told functions by name, and errors name their class.
  const { output } = await bundle.generate({ format: 'esm', keepNames: true, chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  writeBuilt(
    folder,
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const),
    sources,
  );
}

const started = performance.now();
if (findBuiltProgram(root) !== undefined) console.log('The server is up to date.');
else {
  await buildServer();
  console.log(`The server was built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
