import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The linter must be shown to see through this project's TypeScript: a rule that finds nothing looks like a clean tree.
let folder: string;

const planted = {
  'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true, "module": "preserve", "strict": true } }',
  'cycle-one.ts': `import { two } from './cycle-two.ts';\nexport const one = () => two;\n`,
  'cycle-two.ts': `import { one } from './cycle-one.ts';\nexport const two = () => one;\n`,
  'BadName.ts': 'export const a = 1;\n',
  'long-file.ts': `${'// line\n'.repeat(301)}export const b = 1;\n`,
  'long-function.ts': `export function long() {\n${'  Math.random();\n'.repeat(60)}}\n`,
  'floating.ts': 'async function work() {}\nexport function go() {\n  work();\n}\n',
  'any.ts': 'export const c = (value: any) => value;\n',
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linter-'));
  for (const [name, text] of Object.entries(planted)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds every planted violation', () => {
  const { stdout } = spawnSync('oxlint', ['--type-aware', '--config', resolve('.oxlintrc.json'), '--format', 'unix', '.'], { cwd: folder, encoding: 'utf8' });
  const lines = stdout.split('\n');
  const has = (file: string, rule: string) => lines.some((line) => line.includes(file) && line.includes(rule));
  expect(has('cycle-one.ts', 'no-cycle')).toBe(true);
  expect(has('BadName.ts', 'filename-case')).toBe(true);
  expect(has('long-file.ts', 'max-lines')).toBe(true);
  expect(has('long-function.ts', 'max-lines-per-function')).toBe(true);
  expect(has('floating.ts', 'no-floating-promises')).toBe(true);
  expect(has('any.ts', 'no-explicit-any')).toBe(true);
});
