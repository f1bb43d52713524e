/** A range of versions; an empty bound is none. */
interface VersionRange {
  from: string;
  to: string;
  includesFrom: boolean;
  includesTo: boolean;
}

/** `[1.0.0,2.0.0)` and `(,2.0.0]` as a range; undefined for what is written otherwise. */
export function readVersionRange(text: string): VersionRange | undefined {
  const [, opening, from, to, closing] = /^([[(])\s*([^,\s[\]()]*)\s*,\s*([^,\s[\]()]*)\s*([\])])$/.exec(text) ?? [];
  if (opening === undefined || from === undefined || to === undefined) return undefined;
  return { from, to, includesFrom: opening === '[', includesTo: closing === ']' };
}

/** Whether brackets are a range, where there are any. */
export const isVersionOrRange = (text: string): boolean => !/[[\](),]/.test(text) || readVersionRange(text) !== undefined;
