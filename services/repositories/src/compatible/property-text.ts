/** Splits at a separator that no backslash stands before. */
function splitUnescaped(text: string, separators: string): string[] {
  const parts: string[] = [];
  let current = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    const next = text[at + 1];
    if (character === '\\' && next !== undefined && separators.includes(next)) {
      current += character + next;
      at++;
    } else if (separators.includes(character)) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  parts.push(current);
  return parts;
}

const withoutEscapes = (text: string) => text.replace(/\\([\\,;|=])/g, '$1');

/** Properties as clients write them in a query: `key=value1,value2;key2=value`, also with `|`; a backslash keeps a separator. */
export function parsePropertyText(text: string): Record<string, string[]> {
  // Without a prototype, so that a key is never one of its members.
  const properties: Record<string, string[]> = Object.create(null);
  for (const pair of splitUnescaped(text, ';|')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = equals < 0 ? pair : pair.slice(0, equals);
    const values = equals < 0 ? [''] : splitUnescaped(pair.slice(equals + 1), ',');
    properties[key] = [...(properties[key] ?? []), ...values.map(withoutEscapes)];
  }
  return properties;
}
