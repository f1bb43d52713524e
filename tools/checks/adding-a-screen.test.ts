import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listProjectFiles } from './workspaces.ts';

const page = readFileSync('docs/adding-a-screen.md', 'utf8');
const rows = [...page.matchAll(/^\| `([^`]+)` \| (changed: )?/gm)].map(([, file = '', changed]) => ({ file, isNew: changed === undefined }));
const files = listProjectFiles();

/** A file of the feature: it, or a folder that it stands in, is named after proxies. Those of the reverse proxy are others'. */
const isOfProxies = (file: string) => /^(packages\/contract|services\/repositories|areas\/repositories)\/.*\bprox(y|ies)\b/.test(file);

it('says how many files a screen with a table and a form is, which are 17 at most', () => {
  const [, all, fresh] = /is (\d+) files, of which (\d+) are new/.exec(page) ?? [];
  expect({ all: rows.length, fresh: rows.filter(({ isNew }) => isNew).length }).toEqual({ all: Number(all), fresh: Number(fresh) });
  expect(rows.length).toBeLessThanOrEqual(17);
});

it('lists files that are there, and each file of the example', () => {
  expect(rows.map(({ file }) => file).filter((file) => !files.includes(file))).toEqual([]);
  const mentioned = new Set([...page.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file = '']) => file));
  expect(files.filter((file) => isOfProxies(file) && !mentioned.has(file))).toEqual([]);
});

it('counts as changed each other file that names the words, the table or the routes of the example', () => {
  const named: readonly (readonly [file: RegExp, name: RegExp])[] = [
    [/^packages\/contract\/src\/.*-words\.ts$/, /^ {2}proxy_exists\b/m],
    [/^services\/repositories\/src\/.*schema\.ts$/, /\bProxyTable\b/],
    [/^services\/repositories\/src\/.*\.ts$/, /\bproxyRoutes\(app/],
    [/^areas\/.*manifest\.ts$/, /\bproxyScreens\b/],
    [/^areas\/.*-words\.ts$/, /\bof_proxy\b/],
    [/^e2e\/.*\.ts$/, /\bcreateProxy\b|\bproxyName\b/],
    [/^areas\/.*\.test\.tsx$/, /\bproxyName\b|\bNewProxyPage\b|proxies\/configuration\/new'/],
  ];
  const listed = new Set(rows.map(({ file }) => file));
  const touched = files.filter((file) => named.some(([of, name]) => of.test(file) && name.test(readFileSync(file, 'utf8'))));
  expect(touched.filter((file) => !listed.has(file) && !/^services\/.*proxy-routes\.ts$/.test(file))).toEqual([]);
});
