import { useRef } from 'react';

interface PagedData<Item> {
  pages: readonly { items: readonly Item[]; total: number }[];
}

interface PagedResult<Item> {
  data: PagedData<Item> | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** What a table needs of a list that is read page after page. Rows that were there stay while newer ones cannot be had. */
export function usePaged<Item>(result: PagedResult<Item>) {
  const last = useRef<PagedData<Item>>(undefined);
  if (result.data) last.current = result.data;
  const data = result.data ?? (result.error ? last.current : undefined);
  return {
    rows: data?.pages.flatMap(({ items }) => items),
    total: data?.pages[0]?.total,
    onMore: result.hasNextPage ? () => void result.fetchNextPage() : undefined,
    loadingMore: result.isFetchingNextPage,
  };
}
