import { describe, expect, it } from 'vitest';
import { checkGraph } from './room-graph.ts';

const messages = (...imports: readonly (readonly [from: string, to: string, lazy?: 'lazy'])[]) =>
  checkGraph(imports.map(([from, to, lazy], index) => ({ from, to, line: index + 1, lazy: lazy !== undefined }))).map(({ message }) => message);

describe('what imports say together', () => {
  it('refuses two folders of a room that import each other', () => {
    expect(
      messages(
        ['services/access/src/user/user.ts', 'services/access/src/group/group.ts'],
        ['services/access/src/group/list.ts', 'services/access/src/user/page.ts'],
      ),
    ).toEqual([expect.stringContaining('group and user import each other')]);
    expect(
      messages(
        ['areas/access/src/users/page.tsx', 'areas/access/src/picking/pick.tsx'],
        ['areas/access/src/picking/words.ts', 'areas/access/src/users/words.ts'],
      ),
    ).toHaveLength(1);
  });

  it('refuses a circle of files, wherever they are, and says the way round', () => {
    const file = (name: string) => `services/access/src/${name}.ts`;
    expect(messages([file('context'), file('user/user')], [file('user/user'), file('user/list')], [file('user/list'), file('context')])).toEqual([
      `imports go in a circle: ${file('context')} → ${file('user/user')} → ${file('user/list')} → ${file('context')}`,
    ]);
    expect(messages([file('a'), file('b')], [file('a'), file('c')], [file('b'), file('d')], [file('c'), file('d')])).toEqual([]);
  });

  it('lets a list of screens fetch the pages that name its addresses, and nobody else', () => {
    const file = (name: string) => `areas/access/src/users/${name}`;
    const back = [file('user-page.tsx'), file('users-screens.ts')] as const;
    expect(messages([file('users-screens.ts'), file('user-page.tsx'), 'lazy'], back)).toEqual([]);
    expect(messages([file('users-screens.ts'), file('user-page.tsx')], back)).toHaveLength(1);
    expect(messages([file('user-page.tsx'), file('user-drawer.tsx'), 'lazy'], [file('user-drawer.tsx'), file('user-page.tsx')])).toHaveLength(1);
  });

  it('refuses a way up from one floor of a service to another', () => {
    const file = (name: string) => `services/repositories/src/${name}.ts`;
    expect(messages([file('storage/commit'), file('indexing/entries')])).toEqual([expect.stringContaining('storage stands below indexing')]);
    expect(messages([file('storage/commit'), file('usage/quota')])).toEqual([expect.stringContaining('storage stands below usage')]);
    expect(messages([file('indexing/list'), file('upstream/remotes')])).toEqual([expect.stringContaining('indexing stands below upstream')]);
    expect(messages([file('upstream/fetch'), file('protocols/engine/call')])).toEqual([expect.stringContaining('upstream stands below protocols')]);
    expect(messages(['services/scanning/src/match/a.ts', 'services/scanning/src/summary/b.ts'])).toEqual([
      expect.stringContaining('match stands below summary'),
    ]);
    expect(messages([file('protocols/engine/call'), file('upstream/fetch')], [file('upstream/fetch'), file('storage/commit')])).toEqual([]);
  });
});
