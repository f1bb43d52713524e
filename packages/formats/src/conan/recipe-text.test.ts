import { describe, expect, it } from 'vitest';
import { readFacts } from './conan-facts.ts';
import { readRecipe } from './recipe-text.ts';

const recipe = (...lines: string[]) => readRecipe(['class Pkg(ConanFile):', ...lines.map((line) => `    ${line}`)].join('\n'));
const attribute = (...lines: string[]) => recipe(...lines).attributes.get('value');

describe('what is read of a recipe', () => {
  it.each([
    ['a text', ['value = "a"'], 'a'],
    ['a text in the other marks', ["value = 'it''s'"], 'its'],
    ['texts one behind the other', ['value = ("a "', '         "b")'], 'a b'],
    ['a text over several lines', ['value = """a', 'b"""'], 'a\n    b'],
    ['signs that are written otherwise', [String.raw`value = "a\"b\n"`], 'a"b\n'],
    ['a raw text', [String.raw`value = r"a\b"`], String.raw`a\b`],
    ['what stands before a comment', ['value = "#a"  # "b"'], '#a'],
    ['a list', ['value = ["a", 1, True, None,]'], ['a', 1, true, null]],
    ['a list without brackets', ['value = "a", "b"'], ['a', 'b']],
    ['a list of one', ['value = "a",'], ['a']],
    ['one in brackets', ['value = ("a")'], 'a'],
    ['a list in brackets', ['value = ("a",)'], ['a']],
    [
      'a mapping',
      ['value = {"a": [True, False], "b": ["ANY"]}'],
      new Map([
        ['a', [true, false]],
        ['b', ['ANY']],
      ]),
    ],
    ['a line that goes on', ['value = \\', '    "a"'], 'a'],
    ['the last that is said', ['value = "a"', 'value = "b"'], 'b'],
  ])('%s', (_, lines, expected) => {
    expect(attribute(...lines)).toEqual(expected);
  });

  it.each([
    ['calls', ['value = load("secret")']],
    ['sums', ['value = "a" + other']],
    ['texts that are put together', ['value = f"{other}"']],
    ['other names', ['value = other.value']],
    ['comparisons', ['value == "a"']],
    ['what is said inside a method', ['def method(self):', '    value = "a"']],
    ['what an annotation says', ['value: str']],
    ['nesting without end', [`value = ${'['.repeat(100_000)}`]],
  ])('of %s nothing', (_, lines) => {
    expect(typeof attribute(...lines)).not.toBe('string');
  });

  it('of a class that is the recipe, and no other', () => {
    const { attributes } = readRecipe(
      'class Other:\n    name = "other"\nname = "outside"\n@tagged\nclass Pkg(Base, ConanFile):\n  name = "pkg"\nname = "after"\n',
    );
    expect(attributes.get('name')).toBe('pkg');
    expect(readRecipe('name = "outside"').attributes.size).toBe(0);
  });

  it('of damaged sources whatever there is, without failing', () => {
    for (const text of [
      '"',
      "'''",
      'class',
      'class P(ConanFile):\n a = (',
      'class P(ConanFile):\n a = )]}',
      '\\',
      '\0',
      '{'.repeat(100_000),
      '"'.repeat(100_001),
      'ä = ☃',
    ])
      expect(() => readRecipe(text)).not.toThrow();
  });

  it('of long ones in one go', () => {
    for (const lines of ['  a = ("b" + c)\n'.repeat(60_000), `  a = ${'(("a"),'.repeat(100_000)}`])
      expect(readRecipe(`class P(ConanFile):\n${lines}`).attributes.size).toBe(1);
  });
});

describe('facts of a recipe', () => {
  it('has whatever it asks for, wherever it does so, once', () => {
    const { dependencies } = readFacts(
      recipe(
        'requires = ("zlib/1.3", "fmt/[>=10]@acme/stable")',
        'tool_requires = "cmake/3.27"',
        'python_requires = "base/1.0@acme"',
        'def requirements(self):',
        '    self.requires("zlib/1.3")',
        '    if self.options.a: self.requires("a/1.0#0123", force=True)',
        '    self.requires(self.b)',
        '    self.requires("no reference")',
        '    self.other("c/1.0")',
      ),
    );
    expect(dependencies?.map(({ name, requirement, scope }) => `${scope} ${name} ${requirement}`)).toEqual([
      'runtime zlib 1.3',
      'runtime fmt@acme/stable [>=10]',
      'build cmake 3.27',
      'build base@acme 1.0',
      'runtime a 1.0',
    ]);
  });

  it.each([
    ['True', 'The recipe is marked as deprecated'],
    ['"other"', 'Replaced by other'],
    ['False', undefined],
  ])('are deprecated when that is %s', (value, expected) => {
    expect(readFacts(recipe(`deprecated = ${value}`)).deprecated).toBe(expected);
  });

  it('has one address where one alone is told', () => {
    const { homepage, display } = readFacts(recipe('url = "https://git.example.test"', 'settings = "os"'));
    expect([homepage, display]).toEqual(['https://git.example.test', { Settings: 'os' }]);
  });
});
