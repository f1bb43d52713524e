/** Second entry of the console kit: pages that are lists. */

export { useSettled } from '@packhouse/ui/form/use-settled.ts';
export { useGroupChoices, usePrincipalChoices, useRepositoryChoices, useUserChoices } from './lists/choices.ts';
export { DeleteEach } from './lists/delete-each.tsx';
export { type Filters, useAddress, useFilters } from './lists/filters.ts';
export { type List, useList, usePagedList } from './lists/list.ts';
export { ListPage, ListTable } from './lists/list-page.tsx';
export { filterChips, UnusedFilters } from './lists/unused-filters.tsx';
