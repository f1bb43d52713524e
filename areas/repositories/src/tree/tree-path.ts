/** Address of a place in the tree. */
export function treePath({ repoKey, path }: { repoKey: string; path: string }): string {
  const rest = path.split('/').map(encodeURIComponent).join('/');
  return `/repos/tree/${encodeURIComponent(repoKey)}${path === '' ? '' : `/${rest}`}`;
}
