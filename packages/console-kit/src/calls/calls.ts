import { type ApiError, type Call, createClient } from '@packhouse/contract/client.ts';
import type { Route, RouteInput, RouteReply } from '@packhouse/contract/route.ts';
import { words } from '@packhouse/ui/core.ts';
import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import { rememberRefusal } from '../session/refusal.ts';
import { session } from '../session/session.ts';
import { noteReachable } from './connection.ts';

const client = createClient({
  said: async (said) => {
    await words().ready();
    return words().said(said);
  },
});
const sessionWatchers = new Set<() => void>();
const quotaWatchers = new Set<(error: ApiError) => void>();
const changeWatchers = new Set<(route: string) => void>();

/** Gives what is asked for, for the chosen project where the call can be asked about one. */
export function withProject<R extends Route>(route: R, input: RouteInput<R>): RouteInput<R> {
  const { projectKey } = session();
  const { shape } = (route.query ?? {}) as { shape?: Record<string, unknown> };
  const { query } = input as { query?: Record<string, unknown> };
  if (projectKey === undefined || !shape || !('projectKey' in shape) || query?.projectKey !== undefined) return input;
  return { ...input, query: { ...query, projectKey } } as RouteInput<R>;
}

/** Tells the shell what a refusal says about more than this one call. */
function noteRefusal(error: unknown): void {
  if (!isApiError(error)) return;
  noteReachable(error.status !== 0);
  if (error.status === 403 || error.status === 401) rememberRefusal(error);
  if (error.code === 'unauthenticated') for (const watcher of sessionWatchers) watcher();
  if (error.code === 'transfer_quota_exceeded' || error.code === 'quota_exceeded') for (const watcher of quotaWatchers) watcher(error);
}

/** Makes one call of the contract outside of React. A call refused for want of a session tells the shell. */
export const call: Call = async (route, input, init) => {
  try {
    const answer = await client(route, withProject(route, input), init);
    noteReachable(true);
    if (route.method !== 'GET') for (const watcher of changeWatchers) watcher(route.name);
    return answer;
  } catch (error) {
    noteRefusal(error);
    throw error;
  }
};

/** Calls back when the server no longer knows the session; for the shell. */
export function onSessionLost(watcher: () => void): () => void {
  sessionWatchers.add(watcher);
  return () => sessionWatchers.delete(watcher);
}

/** Calls back when a call was refused because a quota is used up: of storage, or of the month's data transfer; for the shell. */
export function onQuota(watcher: (error: ApiError) => void): () => void {
  quotaWatchers.add(watcher);
  return () => quotaWatchers.delete(watcher);
}

/** Calls back with the name of each call that has changed something, whichever area made it; for the shell. */
export function onChanged(watcher: (route: string) => void): () => void {
  changeWatchers.add(watcher);
  return () => changeWatchers.delete(watcher);
}

/** Recognises a refusal of the server; by its shape, since areas are built apart. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** Tries so often again what failed on the way there; what the server refuses, it refuses the next time, too. */
export const tryAgain = (times: number) => (failures: number, error: unknown) =>
  failures < times && isApiError(error) && (error.status === 0 || error.status === 503);

/** The one store of what the server said. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: tryAgain(2),
    },
  },
});

/** Options of `useQuery` for a call: what comes back is kept under the route's name and its input. */
export function query<R extends Route>(route: R, input: RouteInput<R>) {
  return queryOptions<RouteReply<R>, Error>({
    queryKey: [route.name, input],
    meta: { route },
    queryFn: ({ signal }) => call(route, input, { signal }),
    placeholderData: keepPreviousData as never,
  });
}

/** Options of `useInfiniteQuery` for a list that is read page after page with `after`. */
export function pages<R extends Route>(route: R, input: RouteInput<R>) {
  type Page = RouteReply<R>;
  return infiniteQueryOptions<Page, Error, { pages: Page[] }, readonly unknown[], string | undefined>({
    queryKey: [route.name, input, 'pages'],
    meta: { route },
    queryFn: ({ signal, pageParam }) => {
      const given = input as { query?: Record<string, unknown> };
      const next = { ...given, query: { ...given.query, after: pageParam } } as unknown as RouteInput<R>;
      return call(route, next, { signal }) as Promise<Page>;
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => (page as { next?: string | null }).next ?? undefined,
    placeholderData: keepPreviousData as never,
  });
}

/** Forgets what is known from these routes, so that whatever shows it asks again. */
export async function refresh(...routes: readonly Pick<Route, 'name'>[]): Promise<void> {
  await Promise.all(routes.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** Options of `useMutation` for a call; when it succeeded, what the `stale` routes said is asked for again. */
export function mutation<R extends Route>(route: R, { stale = [] }: { stale?: readonly Pick<Route, 'name'>[] } = {}) {
  return {
    mutationKey: [route.name],
    mutationFn: (input: RouteInput<R>): Promise<RouteReply<R>> => call(route, input),
    onSuccess: () => void refresh(...stale),
  };
}
