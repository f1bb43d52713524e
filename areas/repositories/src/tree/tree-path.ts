/** Address of a place in the tree. */
export function treePath({ repoKey, path }: { repoKey: string; path: string }): string {
  const rest = path.split('/').map(encodeURIComponent).join('/');
  return `/repos/tree/${encodeURIComponent(repoKey)}${path === '' ? '' : `/${rest}`}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The place that an address of the console stands for, when it begins with `prefix`. Read from the address itself: the router's parameters cannot tell
 * a name that holds `%2F` from two names.
 */
export function getPlace(pathname: string, prefix = '/repos/tree'): { repoKey: string | undefined; path: string } {
  const [repoKey, ...rest] = pathname.slice(prefix.length).split('/').filter(Boolean).map(decoded);
  return { repoKey, path: rest.join('/') };
}
