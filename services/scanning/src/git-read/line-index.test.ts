import { expect, it } from 'vitest';
import { findLockReader } from '../inventory/lock-files.ts';
import { indexLines } from './line-index.ts';

const cases: [path: string, text: string, ...found: string[]][] = [
  ['yarn.lock', '# yarn lockfile v1\n\n"@a/b@^1.0.0", "@a/b@~1.1":\n  version "1.1.2"\nplain@1:\n  version "1.0.0"\n', '@a/b 1.1.2 3', 'plain 1.0.0 5'],
  [
    'deep/yarn.lock',
    '__metadata:\n  version: 8\n\n"alias@npm:real@^2.0.0":\n  version: 2.0.1\n  resolution: "real@npm:2.0.1"\n\n"mine@workspace:.":\n  version: 0.0.0\n\n"x@npm:^1":\n  version: 1.4.0\n',
    'real 2.0.1 6',
    'x 1.4.0 11',
  ],
  [
    'pnpm-lock.yaml',
    "lockfileVersion: '9.0'\npackages:\n  '@a/b@1.0.0':\n    resolution: {}\n  c@2.0.0(d@1.0.0):\n    x: y\nsnapshots:\n  z@9.0.0: {}\n",
    '@a/b 1.0.0 3',
    'c 2.0.0 5',
  ],
  ['pnpm-lock.yaml', 'packages:\n\n  /@a/b/1.0.0:\n    dev: true\n  /c/2.0.0_d@1.0.0:\n    dev: true\n', '@a/b 1.0.0', 'c 2.0.0'],
  ['bun.lock', '{\n  "packages": {\n    "@a/b": ["@a/b@1.0.0", "", {}, ""],\n    "mine": ["mine@workspace:mine"],\n  }\n}\n', '@a/b 1.0.0 3'],
  ['app/gradle.lockfile', '# comment\norg.x:lib:1.2.3=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n', 'org.x:lib 1.2.3 2'],
  ['package-lock.json', '{"packages": {"": {},\n"node_modules/a/node_modules/@b/c": {"version": "1.0.0"}}}', '@b/c 1.0.0 2'],
  ['requirements.txt', 'Django==4.2\nflask>=1\n', 'Django 4.2 1'],
  ['go.mod', 'module x\n\nrequire (\n\tgolang.org/x/net v0.1.0\n)\n', 'golang.org/x/net v0.1.0 4'],
  ['Cargo.lock', '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry"\n', 'a 1.0.0 2'],
];

it.each(cases)('reads %s with the line of each package', (path, text, ...expected) => {
  const findLine = indexLines(text);
  const found = findLockReader(path)!(text).map(({ name, version }) => `${name} ${version} ${findLine(name, version) ?? ''}`.trim());
  expect(found.map((one, at) => (expected[at]?.split(' ').length === 2 ? one.split(' ').slice(0, 2).join(' ') : one))).toEqual(expected);
});

it('leaves what belongs to others, and what is no lock file', () => {
  const others = ['node_modules/x/package-lock.json', 'vendor/x/go.mod', 'main.tf', 'values.yaml', 'README.md', `${'a/'.repeat(13)}go.mod`];
  expect(others.filter((path) => findLockReader(path) !== undefined)).toEqual([]);
});

it('is not slowed down by what nobody would write', () => {
  const line = `${'@'.repeat(100_000)}\n`;
  for (const path of ['yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'gradle.lockfile']) expect(findLockReader(path)!(line.repeat(20))).toEqual([]);
  expect(indexLines(line)('a', '1')).toBeUndefined();
});
