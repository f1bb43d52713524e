import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtFolder, findBuiltProgram, readSourceState } from './built-program.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packhouse-built-'));
  mkdirSync(join(root, builtFolder), { recursive: true });
  writeFileSync(join(root, 'a.ts'), 'a');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const markBuilt = () => writeFileSync(join(root, builtFolder, 'sources.json'), JSON.stringify({ 'a.ts': readSourceState(root, 'a.ts') }));

it('finds nothing where nothing was built', () => {
  expect(findBuiltProgram(root)).toBeUndefined();
});

it('finds what was built while its sources are as they were', () => {
  markBuilt();
  expect(findBuiltProgram(root)).toBe(join(root, builtFolder, 'program.js'));
});

it.each([
  ['is longer', () => writeFileSync(join(root, 'a.ts'), 'longer')],
  ['was written at another time', () => utimesSync(join(root, 'a.ts'), 1, 1)],
  ['is gone', () => rmSync(join(root, 'a.ts'))],
])('does not find it when a source %s', (_what, change) => {
  markBuilt();
  change();
  expect(findBuiltProgram(root)).toBeUndefined();
});
