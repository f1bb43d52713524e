import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A module that is told by its address beside another one: a thread loads it. */
const moduleAddress = /new URL\('(?:\.\/)?([\w-]+)\.ts', import\.meta\.url\)/g;

/** Finds the modules of the server that threads load, by name. @throws Error when two have the same name */
export function findThreadModules(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const files = globSync(['{packages,services}/*/src/**/*.ts', 'apps/server/src/**/*.ts'], { cwd: root, exclude: ['**/*.test.ts'] });
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(moduleAddress)) {
      const module = join(root, dirname(file), `${name}.ts`);
      if ((found[name] ?? module) !== module) throw new Error(`Two modules that threads load have the name ${name}: ${found[name]}, ${module}`);
      found[name] = module;
    }
  return found;
}
