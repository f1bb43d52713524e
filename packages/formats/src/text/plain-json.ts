const maximumDepth = 60;

/** Text the database can hold: no NUL, no lone surrogates, not longer than `limit`. */
export function plainText(text: string, limit = 1_000_000): string {
  return text.slice(0, limit).replaceAll('\0', '').toWellFormed();
}

/** How much a copy may still take: small documents can stand for large ones, where parts of them are named more than once. */
export interface JsonBudget {
  nodes: number;
  /** Characters of all texts, keys included. */
  text: number;
  /** Gives what to throw when it is used up. */
  exceeded(): Error;
}

/** Takes one node from the budget, with the characters of its text. */
export function spendJson(budget: JsonBudget, characters = 0): void {
  budget.nodes -= 1;
  budget.text -= characters;
  if (budget.nodes < 0 || budget.text < 0) throw budget.exceeded();
}

/**
 * A copy of parsed JSON that is safe to keep: its texts are plain (and cut, unless there is a budget for all of them), keys that reach for prototypes are gone,
 * and what is nested absurdly deep is cut off.
 */
export function plainJson(value: unknown, budget?: JsonBudget, depth = 0): unknown {
  if (budget) spendJson(budget, typeof value === 'string' ? value.length : 0);
  if (typeof value === 'string') return plainText(value, budget ? value.length : undefined);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maximumDepth) return null;
  if (Array.isArray(value)) return value.map((one) => plainJson(one, budget, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, one]) => {
        if (budget) spendJson(budget, key.length);
        return [plainText(key), plainJson(one, budget, depth + 1)];
      }),
  );
}

/** The value as a record of own keys, or nothing. */
export function findRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** An own member of a parsed document; never one that comes from a prototype. */
export function ownValue(value: unknown, key: string): unknown {
  return findRecord(value) && Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** An own member that is a non-empty text. */
export function ownText(value: unknown, key: string, limit?: number): string | undefined {
  const found = ownValue(value, key);
  return typeof found === 'string' && found !== '' ? plainText(found, limit) : undefined;
}
