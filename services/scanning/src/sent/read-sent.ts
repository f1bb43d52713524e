import { AppError } from '@packhouse/contract/errors.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { requireFewValues } from '@packhouse/kernel/http/whole-body.ts';

/** What a document is read as; nothing else of the service is loaded for it. */
export type SentWork = { as: 'graph' } | { as: 'bill'; fileName: string } | { as: 'vex' };

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new AppError(sharedWords.body_is_no_json);
  }
}

/** Makes of a document what it says. @throws AppError `too_large` with too many values, and what its readers throw */
export async function readSent(work: SentWork, bytes: Buffer): Promise<unknown> {
  requireFewValues(bytes);
  if (work.as === 'vex') return (await import('../vex/read-vex.ts')).readVex(bytes);
  const document = parseJson(bytes);
  if (work.as === 'graph') return (await import('../graph/graph.ts')).readGraph(document);
  return (await import('../graph/bill-of-materials.ts')).readBillOfMaterials(document, work.fileName);
}
