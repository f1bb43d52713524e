import { AppError } from '@packhouse/contract/errors.ts';
import { refusals } from './debian-refusals.ts';

/** One paragraph of a control file: fields in their order, values with their continuation lines. */
export type ControlFields = Map<string, string>;

/**
 * Reads one paragraph. https://www.debian.org/doc/debian-policy/ch-controlfields.html
 * @throws AppError `invalid_package`
 */
export function parseControl(text: string): ControlFields {
  const fields: ControlFields = new Map();
  let last: string | undefined;
  for (const line of text.replace(/\r\n/g, '\n').trim().split('\n')) {
    if (line.startsWith('#')) continue;
    if (/^[ \t]/.test(line)) {
      if (last === undefined || line.trim() === '') throw new AppError(refusals.deb_control_damaged);
      fields.set(last, `${fields.get(last)}\n${line.trimEnd()}`);
      continue;
    }
    const colon = line.indexOf(':');
    last = line.slice(0, Math.max(0, colon));
    if (!/^[!-9;-~]+$/.test(last)) throw new AppError(refusals.deb_control_damaged);
    fields.set(last, line.slice(colon + 1).trim());
  }
  return fields;
}

export function renderControl(fields: Iterable<readonly [string, string]>): string {
  return [...fields].map(([name, value]) => `${name}:${value.startsWith('\n') || value === '' ? '' : ' '}${value}\n`).join('');
}

/** One field of a paragraph's text, without its continuation lines; for listings of others, which are long. */
export function getField(stanza: string, name: string): string | undefined {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(stanza)?.[1]?.trimEnd();
}
