import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { ownText } from '@packhouse/formats/text/plain-json.ts';
import { requireFewValues } from '@packhouse/kernel/http/whole-body.ts';

/** @throws AppError `bad_request` when these bytes are not the state of an infrastructure, `too_large` when they have too many values */
export async function requireState(content: Buffer): Promise<void> {
  requireFewValues(content);
  try {
    if (ownText(JSON.parse(content.toString()), 'lineage') === undefined) throw new Error('no lineage');
  } catch (cause) {
    throw new AppError(upstreamWords.body_is_no_state, {}, { cause });
  }
}
