import { call } from '@packhouse/console-kit/console-kit.ts';
import type { GraphqlQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { packageDetailsQuery, packageListQuery, versionDetailsQuery, versionListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryPackage, queryPackages, queryVersions } from '@packhouse/contract/repositories/package-routes.ts';
import { type PackageFilter, type PackageOrder, packageFetchLimits, type VersionOrder } from '@packhouse/contract/repositories/package-search.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';

type GraphqlRoute = typeof queryPackages | typeof queryPackage;

async function ask<Shape extends z.ZodType>(
  route: GraphqlRoute,
  query: GraphqlQuery<Shape>,
  variables: Record<string, unknown>,
  signal: AbortSignal,
): Promise<z.output<Shape>> {
  const { data } = await call(route, { body: { query: query.text, variables } }, { signal });
  return query.data.parse(data);
}

/** Describes what a query asks, so that it can be shown as a command. */
const about = <Shape extends z.ZodType>(route: GraphqlRoute | typeof queryVersions, query: GraphqlQuery<Shape>, variables: Record<string, unknown>) => ({
  route,
  input: { body: { query: query.text, variables } },
});

interface Ordered<Field extends string> {
  field: Field;
  direction: 'asc' | 'desc';
}

/** The packages list, page after page. */
export function packagePages(filter: PackageFilter, orderBy: Ordered<PackageOrder>) {
  return infiniteQueryOptions({
    queryKey: [queryPackages.name, filter, orderBy],
    meta: about(queryPackages, packageListQuery, { filter, orderBy, first: packageFetchLimits.packages }),
    queryFn: async ({ signal, pageParam }) =>
      (await ask(queryPackages, packageListQuery, { filter, orderBy, first: packageFetchLimits.packages, after: pageParam }, signal)).packages,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined),
    placeholderData: keepPreviousData,
  });
}

/** One package; null when there is none that the reader may see. */
export function packageDetails(id: string) {
  return queryOptions({
    queryKey: [queryPackage.name, id],
    meta: about(queryPackage, packageDetailsQuery, { id }),
    queryFn: async ({ signal }) => (await ask(queryPackage, packageDetailsQuery, { id }, signal)).package,
  });
}

export interface VersionSearch {
  name?: string | undefined;
  ignorePreRelease?: boolean;
}

/** A package's versions, page after page. */
export function versionPages(packageId: string, search: VersionSearch, orderBy: Ordered<VersionOrder>) {
  const filter = { ...search, name: search.name ? `*${search.name}*` : undefined };
  return infiniteQueryOptions({
    queryKey: [queryVersions.name, packageId, filter, orderBy],
    meta: about(queryVersions, versionListQuery, { packageId, filter, orderBy }),
    queryFn: async ({ signal, pageParam }) => (await ask(queryVersions, versionListQuery, { packageId, filter, orderBy, after: pageParam }, signal)).versions,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined),
    placeholderData: keepPreviousData,
  });
}

/** One version with its files, those of `repo` where it is named; null when there is none that the reader may see. */
export function versionDetails(packageId: string, name: string, repo?: string) {
  return queryOptions({
    queryKey: [queryVersions.name, packageId, name, repo],
    meta: about(queryVersions, versionDetailsQuery, { packageId, name, repo }),
    queryFn: async ({ signal }) => (await ask(queryVersions, versionDetailsQuery, { packageId, name, repo }, signal)).versions.nodes[0] ?? null,
    placeholderData: keepPreviousData,
  });
}
