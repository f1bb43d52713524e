import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rewriteAddresses } from './rewrite-addresses.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'packhouse-rewrite-'));
  for (const name of ['npm', 'go']) {
    mkdirSync(join(root, 'formats', name), { recursive: true });
    for (const file of [`${name}.ts`, `${name}-words.ts`]) writeFileSync(join(root, 'formats', name, file), '');
  }
  mkdirSync(join(root, 'formats/other'));
  writeFileSync(join(root, 'formats/other/more-words.ts'), '');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A template of an address, with `<id>` for what is filled in. */
const template = (path: string) => `\`${path.replaceAll('<', '$\x7b').replaceAll('>', '}')}\``;

const rewrite = (code: string) => rewriteAddresses({ code, file: join(root, 'formats/list.ts'), folder: join(root, 'dist') });

it('leaves the address of a source what it is, seen from what is built', () => {
  expect(rewrite("readFileSync(new URL('../package.json', import.meta.url));")).toBe(
    'readFileSync(new URL(\'../package.json\', new URL("../formats/list.ts", import.meta.url).href));',
  );
});

it('names the modules that threads load beside itself', () => {
  expect(rewrite("openThreads(new URL('./read-lock.ts', import.meta.url));")).toBe("openThreads(new URL('./read-lock.js', import.meta.url));");
});

it('names each format whose part is loaded when it is needed', () => {
  expect(rewrite(`const module = await import(${template('./<id>/<id>.ts')});`)).toBe(
    "const module = await ({ 'go': () => import('./go/go.ts'), 'npm': () => import('./npm/npm.ts') })[id]();",
  );
});

it('brings the parts of formats along that are loaded at once', () => {
  expect(rewrite(`const words = await import(/* webpackMode: "eager" */ ${template('./<name>/<name>-words.ts')});`)).toBe(
    "import * as each0 from './go/go-words.ts';\nimport * as each1 from './npm/npm-words.ts';\nconst words = ({ 'go': each0, 'npm': each1 })[name];",
  );
});

it.each(['import.meta.dirname', `await import(${template('./<a>.ts')})`])('refuses %s, which it could only write out wrongly', (code) => {
  expect(() => rewrite(code)).toThrow('has an address that cannot be written out');
});
