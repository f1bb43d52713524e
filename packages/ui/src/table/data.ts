/** Second entry of the kit: tables, long lists and trees. */
export { DataTable, type DataTableProps, type Sort } from './data-table.tsx';
export { type Column, density, setDensity } from './table-columns.ts';
export { VirtualList } from './virtual-list.tsx';
export { type TreeRow, VirtualTree } from './virtual-tree.tsx';
