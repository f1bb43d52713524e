/** One field of what was changed. Lists of names tell what came and what went. */
export interface Difference {
  /** Where it stands, from the outermost field inwards. */
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

const isEmpty = (value: unknown) => value === undefined || value === null || (isRecord(value) && Object.keys(value).length === 0);

/** Fields within fields are told apart, so that nobody has to compare two texts of JSON. */
function differ(field: string, before: unknown, after: unknown): Difference[] {
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return [];
  const inner = [before, after].every((value) => isEmpty(value) || isRecord(value)) && !(isEmpty(before) && isEmpty(after));
  if (!inner) return [makeDifference(field, before, after)];
  const [old, now] = [before, after].map((value) => (isRecord(value) ? value : {})) as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => differ(field === '' ? name : `${field}.${name}`, old[name], now[name]));
}

/** The fields in which two states differ; of one state alone, all that says something. What is no record counts as one field. */
export function differences(before: unknown, after: unknown): Difference[] {
  if (isEmpty(before) && isEmpty(after)) return [];
  return differ('', before ?? undefined, after ?? undefined);
}

/** A field as it is read: `settings.scanOnUpload` is 'Settings · scan on upload'. */
export function fieldName(field: string): string {
  const words = field.split('.').map((part) =>
    part
      .replaceAll(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
      .replaceAll('_', ' ')
      .trim(),
  );
  const text = words.join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
