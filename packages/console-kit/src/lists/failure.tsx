import { Banner, Button, ErrorState, notify, OfflineState, RefusedState, words } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { isApiError } from '../calls/calls.ts';

/** As much of a query's result as its faces need. */
export interface Result<Data> {
  data: Data | undefined;
  error: Error | null;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** Shows what went wrong, as a whole page says it: refused, offline or failed. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  if (isApiError(error)) {
    if (error.status === 0) return <OfflineState onRetry={onRetry} />;
    if (error.status === 403 || error.status === 401) return <RefusedState message={error.message} />;
    return <ErrorState message={error.message} requestId={error.requestId} onRetry={onRetry} />;
  }
  return <ErrorState message={error.message} onRetry={onRetry} />;
}

interface LoadedProps<Data> {
  result: Result<Data>;
  /** Grey shapes while nothing is known yet. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The four faces of what is asked for: a skeleton, a failure, the last known data with its age, the data. */
export function Loaded<Data>({ result, skeleton, children }: LoadedProps<Data>) {
  const { data, error, refetch } = result;
  if (data === undefined) return error ? <Failure error={error} onRetry={() => void refetch()} /> : skeleton;
  return (
    <>
      {error && <StaleBanner error={error} onRetry={() => void refetch()} />}
      {children(data)}
    </>
  );
}

function StaleBanner({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Banner
      kind="warning"
      action={
        <Button size="small" onClick={onRetry}>
          {words().retry}
        </Button>
      }
    >
      {error.message}
    </Banner>
  );
}

/** Says in a notification why something did not work, with the request's id. */
export function notifyFailure(error: Error, title?: string): void {
  const id = isApiError(error) ? error.requestId : undefined;
  const detail = [title ? error.message : undefined, id && `${words().requestId} ${id}`].filter(Boolean).join(' · ');
  notify.bad(title ?? error.message, { refusal: error.message, ...(detail ? { detail } : {}) });
}
