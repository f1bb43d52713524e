/** A WWW-Authenticate header asks for this. */
export interface Challenge {
  scheme: string;
  parameters: Readonly<Record<string, string>>;
}

/** Longer than any; an upstream may fill its headers with names that no value follows. */
const longestHeader = 2000;

/** Reads the challenges of a header; values may be quoted and hold commas. https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 */
export function parseChallenges(header: string): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Record<string, string> }[] = [];
  for (const match of header.slice(0, longestHeader).matchAll(/(?:([a-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]*)))|([a-z][a-z0-9_-]*)(?=\s|,|$)/gi)) {
    const [, name, quoted, plain, scheme] = match;
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: {} });
    else if (name !== undefined) {
      const current = challenges.at(-1);
      if (current) current.parameters[name.toLowerCase()] = quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1');
    }
  }
  return challenges;
}
