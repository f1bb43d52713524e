import { isApiError } from '@packhouse/console-kit/calls/calls.ts';

/** The request that failed; undefined where the console has not led to the page about it. */
let failed: { requestId: string | undefined } | undefined;

/** Where the console leads when the server cannot say who is there: its answer was a failure, or not to be understood. */
export function leadToTrouble(error: Error, go: (path: string, options: { replace: true }) => unknown): void {
  const requestId = isApiError(error) ? error.requestId : undefined;
  failed = { requestId };
  const isUnclear = isApiError(error) && error.status === 406;
  void go(isUnclear ? `/406/${encodeURIComponent(requestId ?? '-')}` : '/500', { replace: true });
}

/** What the page about a failure tells of. Only the console itself leads there: a typed address and a reload know of none. */
export function knownTrouble(): { requestId: string | undefined } | undefined {
  return failed;
}
