import type { RouteObject } from 'react-router';

export const groupListPath = '/admin/management/groups';
export const newGroupPath = `${groupListPath}/new`;

export function editGroupPath(name: string): string {
  return `${groupListPath}/${encodeURIComponent(name)}/edit`;
}

/** Groups: list, new, edit. */
export const groupScreens: RouteObject[] = [
  { id: 'groups', path: groupListPath, lazy: async () => ({ Component: (await import('./group-list-page.tsx')).GroupListPage }) },
  { id: 'groups.new', path: newGroupPath, lazy: async () => ({ Component: (await import('./group-form-page.tsx')).NewGroupPage }) },
  { id: 'groups.edit', path: `${groupListPath}/:groupname/edit`, lazy: async () => ({ Component: (await import('./group-form-page.tsx')).EditGroupPage }) },
];
