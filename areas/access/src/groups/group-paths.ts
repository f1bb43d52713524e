export const groupListPath = '/admin/management/groups';
export const newGroupPath = `${groupListPath}/new`;

export function editGroupPath(name: string): string {
  return `${groupListPath}/${encodeURIComponent(name)}/edit`;
}
