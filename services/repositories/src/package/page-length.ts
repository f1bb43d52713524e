import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { say } from '@packhouse/contract/sentences.ts';

/** No page is longer than this, whatever `first` says. */
const mostPerPage = 500;

/** @throws AppError `invalid_input` for what is no length of a page */
export function pageLength(first: number | null | undefined, otherwise: number): number {
  const length = first ?? otherwise;
  if (length >= 1 && length <= mostPerPage) return length;
  throw new AppError(queryWords.page_size_unfit, { count: mostPerPage }, { detail: [{ path: 'first', ...say(queryWords.use_up_to, { count: mostPerPage }) }] });
}
