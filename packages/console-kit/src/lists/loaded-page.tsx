import { Page, Skeleton } from '@packhouse/ui/core.ts';
import type { ComponentProps, ReactNode } from 'react';
import { isApiError } from '../calls/calls.ts';
import { Failure, type Result } from './failure.tsx';

interface LoadedPageProps<Data> extends Omit<ComponentProps<typeof Page>, 'children'> {
  /** Null data mean, as the server's 404 does, that there is no such thing. */
  result: Result<Data | null> & { isPlaceholderData: boolean };
  /** This stands there when there is no such thing, or no more. */
  missing?: ReactNode;
  /** Grey lines while nothing is known yet. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** A page about one thing: the thing itself, or under the page's head grey shapes, a failure, or that it is missing. */
export function LoadedPage<Data>({ result, missing, lines = 12, children, ...page }: LoadedPageProps<Data>) {
  const { data, error, isPlaceholderData, refetch } = result;
  const isMissing = missing !== undefined && (data === null || (isApiError(error) && error.status === 404));
  if (data && !isPlaceholderData && !isMissing) return children(data);
  return (
    <Page {...page}>
      {isMissing ? (
        missing
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={lines} height={20} shape={page.narrow ? 'fields' : 'lines'} />
      )}
    </Page>
  );
}
