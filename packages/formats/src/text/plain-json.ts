const maximumDepth = 60;

/** Text the database can hold: no NUL, no lone surrogates, not longer than `limit`. */
export function plainText(text: string, limit = 1_000_000): string {
  return text.slice(0, limit).replaceAll('\0', '').toWellFormed();
}

/** A copy of parsed JSON that is safe to keep: its texts are plain, keys that reach for prototypes are gone, and what is nested absurdly deep is cut off. */
export function plainJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return plainText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maximumDepth) return null;
  if (Array.isArray(value)) return value.map((one) => plainJson(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, one]) => [plainText(key), plainJson(one, depth + 1)]),
  );
}

/** The value as a record of own keys, or nothing. */
export function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** An own member of a parsed document; never one that comes from a prototype. */
export function ownValue(value: unknown, key: string): unknown {
  return recordOf(value) && Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** An own member that is a non-empty text. */
export function ownText(value: unknown, key: string, limit?: number): string | undefined {
  const found = ownValue(value, key);
  return typeof found === 'string' && found !== '' ? plainText(found, limit) : undefined;
}
