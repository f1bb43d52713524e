const placeholder = /\{([a-z]+)\}/gi;

/** Characters of the longest sentence that patterns are tried on: what comes from elsewhere may hold pages. */
const longest = 2000;

interface Pattern {
  expression: RegExp;
  /** The names of its values, in order. */
  names: string[];
  german: string;
  /** How much of it is written out: of two that fit, the one that says more is meant. */
  written: number;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function patternOf([english, german]: readonly [string, string]): Pattern {
  const words = english.split(placeholder).filter((_, at) => at % 2 === 0);
  const names = [...english.matchAll(placeholder)].map(([, name]) => name ?? '');
  return { expression: new RegExp(`^${words.map(literally).join('(.+?)')}$`, 's'), names, german, written: words.join('').length };
}

/**
 * Puts sentences into other words. A sentence has values where `{name}` stands in it; they are taken over as they are,
 * but for `{why}`, which is a sentence itself. Undefined for a sentence that is not among them.
 */
export function translator(sentences: Readonly<Record<string, string>>): (sentence: string) => string | undefined {
  const fixed = new Map(Object.entries(sentences));
  const patterns = [...fixed]
    .filter(([english]) => english.search(placeholder) >= 0)
    .map(patternOf)
    .sort((one, other) => other.written - one.written);
  const translate = (sentence: string): string | undefined => {
    const known = fixed.get(sentence);
    if (known !== undefined || sentence.length > longest) return known;
    for (const { expression, names, german } of patterns) {
      const [found, ...values] = expression.exec(sentence) ?? [];
      if (found === undefined) continue;
      const valueNamed = (name: string) => values[names.indexOf(name)] ?? '';
      return german.replace(placeholder, (_, name: string) => (name === 'why' ? (translate(valueNamed(name)) ?? valueNamed(name)) : valueNamed(name)));
    }
    return undefined;
  };
  return translate;
}
