export const oauthListPath = '/admin/security/oauth';
export const newOauthPath = `${oauthListPath}/new`;

export function editOauthPath(name: string): string {
  return `${oauthListPath}/${encodeURIComponent(name)}/edit`;
}
