import { type FormatId, formatIds } from '@packhouse/contract/repositories/format-ids.ts';
import type { Format } from './format.ts';

/** A format's folder has its name, and so have the file in it that holds the format's object and that object. */
async function loadFormat(id: FormatId): Promise<Format> {
  const module: Partial<Record<string, Format>> = await import(`./${id}/${id}.ts`);
  const format = module[id];
  if (format?.id !== id) throw new Error(`packages/formats/src/${id}/${id}.ts exports no format ${id}`);
  return format;
}

/** Every format that has a card, in the order in which the console offers them. */
export const formats: readonly Format[] = await Promise.all(formatIds.map(loadFormat));

const byId = new Map<string, Format>(formats.map((format) => [format.id, format]));

export function getFormat(id: FormatId): Format {
  const format = byId.get(id);
  if (!format) throw new Error(`No format ${id}`);
  return format;
}
