import { existsSync, globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export interface Rewriting {
  readonly code: string;
  /** Where the code stands. */
  readonly file: string;
  /** All of what is built stands in this folder, and modules that threads load have their own names there. */
  readonly folder: string;
}

/** The address of a module that threads load, or of the source itself. */
const address = /new URL\('(?:\.\/)?([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g;

/** So the sources name a file that there is one of in the folder of each format. Eager ones are loaded with the module that names them. */
const oneOfEach = /await import\((\/\* webpackMode: "eager" \*\/ )?`\.\/\$\{(\w+)\}\/\$\{\2\}([\w-]*)\.ts`\)/g;

/** Finds the folders beside a source that have such a file. */
function findNames(folder: string, ending: string): readonly string[] {
  const names = globSync(`*/*${ending}.ts`, { cwd: folder }).map(dirname);
  return [...new Set(names)].filter((name) => existsSync(join(folder, name, `${name}${ending}.ts`))).sort();
}

/** Writes addresses out that depend on where a source stands, since what is built stands elsewhere. @throws Error when one is left */
export function rewriteAddresses({ code, file, folder }: Rewriting): string {
  if (!code.includes('import.meta') && !code.includes('import(')) return code;
  const source = `new URL(${JSON.stringify(relative(folder, file))}, import.meta.url).href`;
  const imports: string[] = [];
  const rewritten = code
    .replaceAll(address, (_found, thread: string | undefined) => (thread === undefined ? source : `new URL('./${thread}.js', import.meta.url)`))
    .replaceAll(oneOfEach, (_found, isEager: string | undefined, id: string, ending: string) => {
      const names = findNames(dirname(file), ending);
      const from = (name: string) => `'./${name}/${name}${ending}.ts'`;
      if (isEager) imports.push(...names.map((name, at) => `import * as each${at} from ${from(name)};\n`));
      const entries = names.map((name, at) => `'${name}': ${isEager ? `each${at}` : `() => import(${from(name)})`}`);
      return isEager ? `({ ${entries.join(', ')} })[${id}]` : `await ({ ${entries.join(', ')} })[${id}]()`;
    });
  if (/import\.meta\.(?!url)|import\(`/.test(rewritten)) throw new Error(`${file} has an address that cannot be written out`);
  return imports.join('') + rewritten;
}
