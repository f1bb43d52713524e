/** A token of an issuer says this. */
export type Claims = Readonly<Record<string, unknown>>;

function fitsText(wanted: string, actual: unknown): boolean {
  if (typeof actual !== 'string' && typeof actual !== 'number' && typeof actual !== 'boolean') return false;
  // Compared piece by piece, so that a pattern of many stars cannot take its time.
  const pieces = wanted.split('*');
  const text = String(actual);
  if (pieces.length === 1) return wanted === text;
  const [first = '', ...rest] = pieces;
  const last = rest.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/**
 * Whether a claim is as a rule wants it. A text may hold `*`; a list wants any of its members; an object wants each of its members.
 * A claim that is a list fits when one of its members does.
 */
export function fits(wanted: unknown, actual: unknown): boolean {
  if (actual === undefined || actual === null) return false;
  if (Array.isArray(wanted)) return wanted.some((one) => fits(one, actual));
  if (Array.isArray(actual)) return actual.some((one) => fits(wanted, one));
  if (wanted !== null && typeof wanted === 'object') {
    if (typeof actual !== 'object') return false;
    return Object.entries(wanted).every(([name, one]) => Object.hasOwn(actual, name) && fits(one, (actual as Claims)[name]));
  }
  return typeof wanted === 'string' ? fitsText(wanted, actual) : wanted === actual;
}

/** Whether every claim that a rule names is there and fits. */
export function fitsAll(wanted: Claims, actual: Claims): boolean {
  return Object.entries(wanted).every(([name, one]) => Object.hasOwn(actual, name) && fits(one, actual[name]));
}

const placeholder = /\{\{\s*([\w.:/-]+)\s*\}\}/g;

/** Fills `{{claim}}` with claims; a pattern that is one claim with a list gives one text for each member. Undefined when a claim is missing. */
export function filled(pattern: string, claims: Claims): string[] | undefined {
  const whole = new RegExp(`^${placeholder.source}$`).exec(pattern);
  const value = whole?.[1] === undefined ? undefined : claims[whole[1]];
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  let isComplete = true;
  const text = pattern.replace(placeholder, (_, name: string) => {
    const claim = claims[name];
    if (typeof claim !== 'string' && typeof claim !== 'number') isComplete = false;
    return String(claim);
  });
  return isComplete ? [text] : undefined;
}
