/** One field of what was changed. Lists of names tell what came and what went. */
export interface Difference {
  field: string;
  before: string | undefined;
  after: string | undefined;
  added?: readonly string[];
  removed?: readonly string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNames = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

function getText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  return JSON.stringify(value, undefined, Array.isArray(value) && value.some((one) => typeof one === 'object') ? 2 : undefined);
}

function makeDifference(field: string, before: unknown, after: unknown): Difference {
  const texts = { field, before: getText(before), after: getText(after) };
  const [old, now] = [before ?? [], after ?? []];
  if (!isNames(old) || !isNames(now) || old.length + now.length === 0) return texts;
  return { ...texts, added: now.filter((name) => !old.includes(name)), removed: old.filter((name) => !now.includes(name)) };
}

/** The fields in which two states differ; of one state alone, all that says something. What is no record counts as one field. */
export function differences(before: unknown, after: unknown): Difference[] {
  const known = [before, after].filter((value) => value !== null && value !== undefined);
  if (known.length === 0) return [];
  if (!known.every(isRecord)) return [makeDifference('', before, after)];
  const [old, now] = [before, after].map((value) => (isRecord(value) ? value : {})) as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => JSON.stringify(old[field] ?? null) !== JSON.stringify(now[field] ?? null))
    .map((field) => makeDifference(field, old[field], now[field]));
}
