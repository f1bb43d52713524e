/** Beginnings of paths that belong to a product area even when no route of it matches. */
const productPrefixes = [
  '/artifactory',
  '/repos',
  '/packages',
  '/builds',
  '/xray',
  '/security',
  '/distribution',
  '/bundles',
  '/release-bundles',
  '/pipelines',
  '/insight',
  '/admin',
  '/mc',
];

/** Whether an unmatched path is kept for its product area rather than sent to '/404'. */
export function hasProductPrefix(path: string): boolean {
  return productPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
