/**
 * Aborts a controller when a signal is aborted, until it is told that this is over. `AbortSignal.any` does the same by itself, but what it makes lives, with all that hangs on it,
 * until everything is collected, however short the work was: of hundreds a second that is much.
 */
export function abortWith(controller: AbortController, signal: AbortSignal | undefined): () => void {
  if (!signal) return () => undefined;
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}
