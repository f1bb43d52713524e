import type { Route, RouteInput, RouteReply } from '@packhouse/contract/route.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { pages, query } from '../calls/calls.ts';
import { useLive } from '../calls/live-events.ts';

/** A list knows this of its rows, however it asks for them. */
export interface List<Row> {
  /** Undefined while nothing is known yet. */
  rows: readonly Row[] | undefined;
  total?: number | undefined;
  onMore?: (() => void) | undefined;
  loadingMore?: boolean;
  error: Error | null;
  /** When the rows were last heard of, in milliseconds. */
  loadedAt: number;
  refetch(): void;
  /** Why the reader may not see the list; then it was not asked for. */
  refusal: string | undefined;
}

interface Asking {
  /** Beginnings of the events after which the list is asked for again. */
  live?: readonly string[];
  /** Those events make these stale, too. */
  stale?: readonly Route[];
  /** Why the reader may certainly not see it, as `useRefusal` says; then it is not asked for. */
  refusal?: string | undefined;
}

interface WholeList<Reply, Row> extends Asking {
  /** The rows of what came back. */
  rows: (reply: Reply) => readonly Row[];
  /** How many there are, where the rows are not all. */
  total?: (reply: Reply) => number;
  /** Milliseconds after which it is asked for again by itself. */
  every?: (reply: Reply) => number | false;
}

/** The last value that was known, and when. Rows that were there stay while newer ones cannot be had. */
function useLast<Data>(data: Data | undefined, error: Error | null, updatedAt: number): { data: Data | undefined; loadedAt: number } {
  const last = useRef<Data>(undefined);
  const loadedAt = useRef(0);
  if (data !== undefined) last.current = data;
  if (updatedAt > 0) loadedAt.current = updatedAt;
  return { data: data ?? (error ? last.current : undefined), loadedAt: loadedAt.current };
}

/** A list that comes in one answer, which may say more than its rows. */
export function useList<R extends Route, Row>(
  route: R,
  input: RouteInput<R>,
  asking: WholeList<RouteReply<R>, Row>,
): List<Row> & { answer: RouteReply<R> | undefined } {
  const { rows, total, every, live = [], stale = [], refusal } = asking;
  const result = useQuery({
    ...query(route, input),
    enabled: refusal === undefined,
    refetchInterval: ({ state }) => (every && state.data !== undefined ? every(state.data) : false),
  });
  useLive(live, route, ...stale);
  const { data, loadedAt } = useLast(result.data, result.error, result.dataUpdatedAt);
  return {
    answer: data,
    rows: data === undefined ? undefined : rows(data),
    total: data === undefined ? undefined : total?.(data),
    error: result.error,
    loadedAt,
    refetch: () => void result.refetch(),
    refusal,
  };
}

interface PageOf<Row> {
  items: readonly Row[];
  total?: number;
}
type RowOf<R> = RouteReply<R> extends PageOf<infer Row> ? Row : never;

/** A list that is read page after page, as far as its reader goes on; its first page may say more than its rows. */
export function usePagedList<R extends Route>(
  route: R,
  input: RouteInput<R>,
  { live = [], stale = [], refusal, every }: Asking & Pick<WholeList<readonly RowOf<R>[], RowOf<R>>, 'every'> = {},
): List<RowOf<R>> & { answer: RouteReply<R> | undefined } {
  const getRows = (all: readonly unknown[] | undefined) => (all as readonly PageOf<RowOf<R>>[] | undefined)?.flatMap(({ items }) => items);
  const result = useInfiniteQuery({
    ...pages(route, input),
    enabled: refusal === undefined,
    refetchInterval: ({ state }) => every?.(getRows(state.data?.pages) ?? []) ?? false,
  });
  useLive(live, route, ...stale);
  const { data, loadedAt } = useLast(result.data, result.error, result.dataUpdatedAt);
  const read = data?.pages as readonly PageOf<RowOf<R>>[] | undefined;
  return {
    answer: data?.pages[0],
    rows: getRows(data?.pages),
    total: read?.[0]?.total,
    onMore: result.hasNextPage ? () => void result.fetchNextPage() : undefined,
    loadingMore: result.isFetchingNextPage,
    error: result.error,
    loadedAt,
    refetch: () => void result.refetch(),
    refusal,
  };
}
