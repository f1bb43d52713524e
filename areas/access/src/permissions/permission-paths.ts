export const permissionListPath = '/admin/management/permissions';
export const newPermissionPath = `${permissionListPath}/create`;

export function editPermissionPath(name: string): string {
  return `${permissionListPath}/${encodeURIComponent(name)}/edit`;
}
