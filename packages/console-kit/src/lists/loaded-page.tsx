import { Page, RefusedState, Skeleton } from '@packhouse/ui/core.ts';
import type { ComponentProps, ReactNode } from 'react';
import { isApiError } from '../calls/calls.ts';
import { Failure, type Result } from './failure.tsx';

interface LoadedPageProps<Data> extends Omit<ComponentProps<typeof Page>, 'children'> {
  /** Null data mean, as the server's 404 does, that there is no such thing. */
  result: Result<Data | null> & { isPlaceholderData: boolean };
  /** This stands there when there is no such thing, or no more. */
  missing?: ReactNode;
  /** Why the reader may certainly not see it, as `useRefusal` says. */
  refusal?: string | undefined;
  /** Grey lines while nothing is known yet. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** A page about one thing: the thing itself, or under the page's head grey shapes, a failure, or that it is missing. */
export function LoadedPage<Data>({ result, missing, refusal, lines = 12, children, ...page }: LoadedPageProps<Data>) {
  const { data, error, isPlaceholderData, refetch } = result;
  const isMissing = missing !== undefined && (data === null || (isApiError(error) && error.status === 404));
  if (data && !isPlaceholderData && !isMissing && refusal === undefined) return children(data);
  return (
    <Page {...page}>
      {refusal !== undefined ? (
        <RefusedState message={refusal} />
      ) : isMissing ? (
        missing
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={lines} height={20} shape={page.narrow ? 'fields' : 'lines'} />
      )}
    </Page>
  );
}
