export const userListPath = '/admin/management/users';
export const inviteUserPath = `${userListPath}/invite`;
export const newUserPath = `${userListPath}/new`;

export function editUserPath(name: string): string {
  return `${userListPath}/${encodeURIComponent(name)}/edit`;
}
