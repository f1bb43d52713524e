import { formatIds } from '@packhouse/contract/repositories/format-ids.ts';
import type { Sentence } from '@packhouse/contract/sentences.ts';
import { documentRefusals } from './document-refusals.ts';

type Refusals = Readonly<Record<string, Sentence>>;

/** A format refuses with these: in its own folder, `<id>-refusals.ts` exports one such `refusals`. */
async function readRefusals(id: string): Promise<Refusals> {
  const module: { refusals: Refusals } = await import(/* webpackMode: "eager" */ `./${id}/${id}-refusals.ts`);
  return module.refusals;
}

/** The sentences of all formats, for whoever says them in another language. */
export const formatRefusals: readonly Refusals[] = [documentRefusals, ...(await Promise.all(formatIds.map(readRefusals)))];
