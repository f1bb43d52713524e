import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Format } from './format.ts';

/** A format's folder has its name, and so have the file in it that holds the format's object and that object. */
export async function loadFormat(id: FormatId): Promise<Format> {
  const module: Partial<Record<string, Format>> = await import(`./${id}/${id}.ts`);
  const format = module[id];
  if (format?.id !== id) throw new Error(`packages/formats/src/${id}/${id}.ts exports no format ${id}`);
  return format;
}
