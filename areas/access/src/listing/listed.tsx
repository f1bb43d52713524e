import { Failure } from '@packhouse/console-kit/console-kit.ts';
import { Banner, Button, relativeTime, words } from '@packhouse/ui/core.ts';
import { type ReactNode, useRef } from 'react';

interface ListedProps {
  result: { error: Error | null; dataUpdatedAt: number; refetch: () => unknown };
  /** Whether there are rows to show, even if they are not the newest. */
  known: boolean;
  /** The table; it draws its own grey rows while it knows none. */
  children: ReactNode;
}

/**
 * A table in all its states. It stays the same table from the first moment on, so that what is typed above it meanwhile is not lost;
 * when the server cannot be asked, the last known rows stay and their age is told.
 */
export function Listed({ result, known, children }: ListedProps) {
  const loadedAt = useRef(0);
  if (result.dataUpdatedAt > 0) loadedAt.current = result.dataUpdatedAt;
  const { error, refetch } = result;
  if (error && !known) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {error && (
        <Banner
          kind="warning"
          action={
            <Button size="small" icon="refresh" onClick={() => void refetch()}>
              {words().retry}
            </Button>
          }
        >
          {error.message}. {words().offlineAge(relativeTime(new Date(loadedAt.current)))}
        </Banner>
      )}
      {children}
    </>
  );
}
