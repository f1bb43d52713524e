/** One block of a configuration file: `variable "name" { … }`. */
export interface Block {
  type: string;
  labels: string[];
  /** Attributes whose value is a plain text. */
  texts: Record<string, string>;
  blocks: Block[];
}

const deepest = 40;
const token =
  /\s+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|<<-?(?<heredoc>[A-Za-z_]\w*)[^\n]*\n[\s\S]*?\n[ \t]*\k<heredoc>\b|"(?<text>(?:[^"\\]|\\.)*)"|(?<word>[A-Za-z_][\w-]*)|(?<mark>[\s\S])/g;

type Token = { kind: 'word' | 'text' | 'mark' | 'line'; value: string };

function* tokensOf(source: string): Generator<Token> {
  for (const match of source.matchAll(token)) {
    const { word, text, mark } = match.groups ?? {};
    if (word !== undefined) yield { kind: 'word', value: word };
    else if (text !== undefined) yield { kind: 'text', value: text.replace(/\\(["\\])/g, '$1') };
    else if (mark !== undefined) yield { kind: 'mark', value: mark };
    else if (match[0].includes('\n')) yield { kind: 'line', value: '' };
  }
}

/**
 * Reads the blocks of a configuration and their plain texts; expressions are passed over, nothing is evaluated.
 * What is not well formed gives what could be read of it. https://opentofu.org/docs/language/syntax/configuration/
 */
export function readConfiguration(source: string): Block[] {
  const tokens = [...tokensOf(source)];
  let at = 0;

  function skipValue(): void {
    let depth = 0;
    for (; at < tokens.length; at++) {
      const { kind, value } = tokens[at]!;
      if (kind === 'line' && depth === 0) return;
      if (kind !== 'mark') continue;
      if ('([{'.includes(value)) depth++;
      else if (')]}'.includes(value) && --depth < 0) return;
      else if (value === ',' && depth === 0) return;
    }
  }

  function readValue(block: Block, name: string, depth: number): void {
    const first = tokens[at];
    if (first?.kind === 'mark' && first.value === '{') {
      at++;
      block.blocks.push(readBody(name, [], depth + 1));
      return;
    }
    const next = tokens[at + 1];
    const isAlone = next === undefined || next.kind === 'line' || (next.kind === 'mark' && (next.value === '}' || next.value === ','));
    if (first?.kind === 'text' && isAlone) block.texts[name] = first.value;
    skipValue();
  }

  function readBody(type: string, labels: string[], depth: number): Block {
    const block: Block = { type, labels, texts: {}, blocks: [] };
    while (at < tokens.length && depth <= deepest) {
      const { kind, value } = tokens[at++]!;
      if (kind === 'mark' && value === '}') return block;
      if (kind !== 'word' && kind !== 'text') continue;
      const names: string[] = [];
      while (tokens[at]?.kind === 'text' || tokens[at]?.kind === 'word') names.push(tokens[at++]!.value);
      const mark = tokens[at]?.kind === 'mark' ? tokens[at]!.value : '';
      if (mark === '{') {
        at++;
        block.blocks.push(readBody(value, names, depth + 1));
      } else if ((mark === '=' || mark === ':') && names.length === 0) {
        at++;
        if (value !== '__proto__') readValue(block, value, depth);
      }
    }
    return block;
  }

  return readBody('', [], 0).blocks;
}
