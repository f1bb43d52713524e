import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageYaml, readYaml } from './yaml-document.ts';

const read = (text: string, schema: 'core' | 'failsafe' = 'core') => readYaml(text, 'invalid_package', { ...packageYaml, schema });
const refusal = (message: string) => expect.objectContaining({ code: 'invalid_package', message: expect.stringContaining(message) });
const megabyte = 1024 * 1024;
const fill = (text: string, length = megabyte) => text.repeat(length / text.length);

describe('readYaml', () => {
  it('reads as the library does what is honest', () => {
    const text = [
      '# A chart\n---\nname: a\nversion: 1.0.0\nn: [1, 2.5, 0x10, ~, true, "true"]\nempty:\ntext: |\n  one\n  two\nfolded: >-\n  one\n  two\n',
      'base: &base {a: 1, b: [x, "y: z"]}\nagain: *base\n"quoted key": \'it\'\'s\'\n? explicit\n: value\n1: number\n',
    ].join('');
    expect(read(text)).toEqual(parse(text));
    expect(read(text, 'failsafe')).toEqual(parse(text, { schema: 'failsafe' }));
    expect([read(''), read('a'), read('- a\n- b'), read('# nothing')]).toEqual([null, 'a', ['a', 'b'], null]);
  });

  it('passes over the tags of other languages', () => {
    expect(read('--- !ruby/object:Gem::Specification\nversion: !ruby/object:Gem::Version\n  version: 1.0\nwhen: !!timestamp 2020-01-01', 'failsafe')).toEqual({
      version: { version: '1.0' },
      when: '2020-01-01',
    });
  });

  it('takes an alias for the last anchor before it', () => {
    expect(read('- &a 1\n- *a\n- &a 2\n- *a')).toEqual([1, 1, 2, 2]);
    expect(() => read('- *a\n- &a 1')).toThrow(refusal('stands for nothing'));
    expect(() => read('&a [*a]')).toThrow(refusal('part of itself'));
    expect(() => read('&a {b: {c: *a}}')).toThrow(refusal('part of itself'));
  });

  it('refuses aliases that stand for more than the document could hold', () => {
    expect(() => read(`big: &x [${'[],'.repeat(10_000)}]\nmore: [${'*x,'.repeat(9000)}]`)).toThrow(refusal('more than can be read'));
    expect(() => read(`big: &x "${'a'.repeat(megabyte)}"\nmore: [${'*x,'.repeat(98)}]`)).toThrow(refusal('more than can be read'));
    const levels = Array.from({ length: 50 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`);
    expect(() => read(`a0: &a0 x\n${levels.join('\n')}`)).toThrow(refusal('more than can be read'));
  });

  it('reads a map of very many keys, and sees which comes twice', () => {
    const keys = Array.from({ length: 60_000 }, (_, at) => `k${at}: `).join('\n');
    expect(Object.keys(read(keys) as object)).toHaveLength(60_000);
    expect(() => read(`${keys}\nk5: again`)).toThrow(refusal('twice'));
  });

  it.each([
    ['empty lists', `[${fill('[],')}]`],
    ['nested lists', fill('[')],
    ['nested entries', fill('- ')],
    ['blank lines', `a:${fill('\n')} b`],
    ['comments', `a:${fill('\n#')}\n b`],
    ['anchors', fill('&a ')],
    ['documents', fill('---\n')],
    ['directives', fill('%a b\n')],
    ['one text', fill('a', 5 * megabyte)],
  ])('refuses a document that is all %s', (_what, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid_package' }));
  });

  it('keeps nothing that a database cannot hold or that reaches for prototypes', () => {
    expect(read('a: "x\\0y"\n__proto__: {b: 1}\nc: {"d\\0": 1}')).toEqual({ a: 'xy', c: { d: 1 } });
    expect(() => read('{[a]: b}')).toThrow(refusal('no plain text'));
  });
});
