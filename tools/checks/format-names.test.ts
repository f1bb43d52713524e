import { describe, expect, it } from 'vitest';
import { checkFormatNames } from './format-names.ts';

const ids = ['docker', 'go', 'npm'];
const lines = (file: string, text: string) => checkFormatNames(file, text, ids).map(({ line, message }) => `${line} ${/format (\w+)/.exec(message)?.[1]}`);

describe('names of formats', () => {
  it.each([
    ["const isImage = repository.format === 'docker';", 'docker'],
    ["const layouts = { npm: 'npm-default' };", 'npm'],
    ["const layouts = { 'npm': 1 };", 'npm'],
    ['const { go } = cards;', 'go'],
    ['const card = cards.docker;', 'docker'],
    ['interface Layouts { npm?: string }', 'npm'],
    ["type Known = 'npm' | 'other';", 'npm'],
    ["const rows = sql`select 1 from repository where format = 'docker'`;", 'docker'],
    ['const text = "format = \'docker\'";', 'docker'],
    ['const format = `npm`;', 'npm'],
    ['const icon = <FormatIcon format="go" />;', 'go'],
    ['class Layouts { npm = 1 }', 'npm'],
    ["import { isTag } from '@packhouse/formats/docker/reference.ts';", 'docker'],
  ])('finds the one in %s', (text, id) => {
    expect(lines('areas/repositories/src/a.tsx', text)).toEqual([`1 ${id}`]);
    expect(lines('packages/formats/src/helm/helm.tsx', text)).toEqual([`1 ${id}`]);
    expect(lines('packages/formats/src/formats.tsx', text)).toEqual([`1 ${id}`]);
  });

  it.each([
    ['packages/formats/src/npm/npm-paths.ts', "const api = 'npm';"],
    ['packages/formats/src/cards.ts', "export { card as npm } from './npm/npm-card.ts';"],
    ['services/scanning/src/a.test.ts', "const format = 'npm';"],
    ['packages/testkit/src/a.ts', "const format = 'npm';"],
    ['e2e/clients/npm/npm-peer.ts', "const format = 'npm';"],
    ['services/scanning/src/a.ts', "import { parseManifest } from '@packhouse/formats/container/manifest.ts';\nconst text = 'docker pull';\nconst go = 1;"],
  ])('leaves %s alone: %s', (file, text) => expect(lines(file, text)).toEqual([]));

  it('counts a new format at once', () => {
    const text = "const isRecipe = format === 'conan';";
    expect(checkFormatNames('services/scanning/src/a.ts', text, ids)).toEqual([]);
    expect(checkFormatNames('services/scanning/src/a.ts', text, [...ids, 'conan'])).toHaveLength(1);
  });
});
