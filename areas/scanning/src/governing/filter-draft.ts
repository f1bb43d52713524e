import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';

type Filter = NonNullable<WatchResource['filters']>[number];

/** What narrows a watch, as the form holds it; each list is empty where it narrows nothing. */
export interface FilterDraft {
  packageTypes: string[];
  includePaths: string[];
  excludePaths: string[];
  includeNames: string[];
  excludeNames: string[];
  nameExpressions: string[];
  pathExpressions: string[];
  mediaTypes: string[];
  /** Each as `key=value`. */
  properties: string[];
}

export const noFilters: FilterDraft = {
  packageTypes: [],
  includePaths: [],
  excludePaths: [],
  includeNames: [],
  excludeNames: [],
  nameExpressions: [],
  pathExpressions: [],
  mediaTypes: [],
  properties: [],
};

const plainLists = { 'package-type': 'packageTypes', 'mime-type': 'mediaTypes', regex: 'nameExpressions', 'path-regex': 'pathExpressions' } as const;

function addFilter(draft: FilterDraft, filter: Filter): FilterDraft | undefined {
  switch (filter.type) {
    case 'path-ant-patterns':
      // Two of them have to fit together, which one list of patterns cannot say.
      if (draft.includePaths.length + draft.excludePaths.length > 0) return undefined;
      return { ...draft, includePaths: filter.value.IncludePatterns, excludePaths: filter.value.ExcludePatterns };
    case 'ant-patterns':
      if (draft.includeNames.length + draft.excludeNames.length > 0) return undefined;
      return { ...draft, includeNames: filter.value.IncludePatterns, excludeNames: filter.value.ExcludePatterns };
    case 'property':
      if (filter.value.key.includes('=')) return undefined;
      return { ...draft, properties: [...draft.properties, `${filter.value.key}=${filter.value.value}`] };
    default: {
      const list = plainLists[filter.type];
      return { ...draft, [list]: [...draft[list], filter.value] };
    }
  }
}

/** The filters of resources as the form holds them; undefined where it cannot: they differ from one to the other, or say more than it does. */
export function readFilters(resources: readonly Pick<WatchResource, 'filters'>[]): FilterDraft | undefined {
  const [first, ...others] = resources.map(({ filters = [] }) => filters);
  if (others.some((one) => JSON.stringify(one) !== JSON.stringify(first))) return undefined;
  return (first ?? []).reduce<FilterDraft | undefined>((draft, filter) => draft && addFilter(draft, filter), noFilters);
}

const patterns = (type: 'path-ant-patterns' | 'ant-patterns', IncludePatterns: string[], ExcludePatterns: string[]): Filter[] =>
  IncludePatterns.length + ExcludePatterns.length === 0 ? [] : [{ type, value: { IncludePatterns, ExcludePatterns } }];

const toProperty = (text: string): Filter => {
  const at = text.indexOf('=');
  return { type: 'property', value: { key: text.slice(0, at).trim(), value: text.slice(at + 1).trim() } };
};

/** What is sent for them. Builds, release bundles and repositories of source code are narrowed by their names alone. */
export function getFilters(draft: FilterDraft, byNamesAlone: boolean): Filter[] {
  const names = [
    ...patterns('ant-patterns', draft.includeNames, draft.excludeNames),
    ...draft.nameExpressions.map((value): Filter => ({ type: 'regex', value })),
  ];
  if (byNamesAlone) return names;
  return [
    ...draft.packageTypes.map((value): Filter => ({ type: 'package-type', value })),
    ...patterns('path-ant-patterns', draft.includePaths, draft.excludePaths),
    ...names,
    ...draft.pathExpressions.map((value): Filter => ({ type: 'path-regex', value })),
    ...draft.mediaTypes.map((value): Filter => ({ type: 'mime-type', value })),
    ...draft.properties.map(toProperty),
  ];
}
