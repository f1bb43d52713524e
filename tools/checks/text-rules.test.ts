import { expect, it } from 'vitest';
import { checkText } from './text-rules.ts';

const host = ['registry', 'npmjs', 'org'].join('.');

it.each([
  ['docs/a.md', `see https://${host}/left-pad`, 'registry'],
  ['package-lock.json', `"resolved": "https://${host}/a.tgz"`, 'registry'],
  ['docs/a.md', ['see ', 'work', 'main'].join('/'), 'absolute path'],
  ['tools/a.ts', `const home = '${['', 'home', 'anna', 'x'].join('/')}';`, 'absolute path'],
  ['packages/kernel/src/a.ts', '// TODO later', 'leaves work'],
  ['packages/kernel/src/a.ts', '// @ts-ignore', 'silences'],
  ['packages/kernel/src/a.ts', '// biome-ignore lint: because', 'silences'],
  ['packages/kernel/src/a.test.ts', `it.skip('x', () => {});`, 'skips a test'],
  ['areas/access/src/a.test.tsx', `vi.stubGlobal('fetch', ask);`, 'past the contract'],
  ['areas/access/src/a.test.tsx', `const own = route('own', {});`, 'past the contract'],
  ['packages/kernel/src/a.ts', 'export default function a() {}', 'by default'],
  ['packages/kernel/src/a.ts', 'export function titleOf() {}', 'begin with a verb'],
  ['packages/kernel/src/a.ts', 'const titleOf = (item: Item) => item.title;', 'begin with a verb'],
  ['packages/ui/src/a.css', '.a {\n  margin-left: 4px;\n}', 'left or right'],
  ['packages/ui/src/a.css', '.a {\n  right: 0;\n}', 'left or right'],
  ['packages/ui/src/a.css', '.a {\n  text-align: left;\n}', 'left or right'],
  ['packages/ui/src/a.css', '.a {}\n'.repeat(301), '301 lines'],
  ['packages/ui/src/a.tsx', 'const style = { paddingRight: 4 };', 'left or right'],
  ['services/access/src/a.ts', 'async function answer(): Promise<FastifyReply | undefined> {}', 'through an await'],
  ['services/access/src/a.ts', `scope.get('/access/a', handler);`, 'past the contract'],
  ['apps/server/src/a.ts', 'app.route({ method, url, handler });', 'past the contract'],
  ['packages/kernel/src/utils.ts', '', 'name'],
  ['packages/kernel/src/index.ts', '', 'name'],
])('refuses in %s: %s', (file, text, message) => {
  expect(checkText(file, text).map((finding) => finding.message)).toEqual([expect.stringContaining(message)]);
});

it('says the line', () => {
  expect(checkText('a.ts', 'const a = 1;\n// FIXME\n')).toMatchObject([{ line: 2 }]);
});

it.each([
  ['vitest.config.ts', 'export default {};'],
  ['packages/kernel/src/a.ts', 'function listTitlesOf() {}'],
  ['packages/ui/src/a.css', '.a-left:hover {\n  margin-inline-start: 4px;\n  transition: left 1s;\n}'],
  ['areas/access/src/index.ts', 'export default 1;'],
  ['e2e/a.ts', `const path = '/ui/home/start'; const other = '/usr/bin/env';`],
])('accepts in %s: %s', (file, text) => {
  expect(checkText(file, text)).toEqual([]);
});
