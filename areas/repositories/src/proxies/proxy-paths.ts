export const proxyListPath = '/admin/proxies/configuration';
export const newProxyPath = `${proxyListPath}/new`;

export function editProxyPath(key: string): string {
  return `${proxyListPath}/edit/${encodeURIComponent(key)}`;
}
