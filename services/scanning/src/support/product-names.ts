/** Every name by which a product may be found in images and among packages. */
export function productNames(product: { name: string; aliases: readonly string[]; purls: readonly string[] }): string[] {
  const purls = product.purls.map((purl) => purl.replace(/[@?#].*$/, '').toLowerCase());
  // What official images of a product are called is what it calls itself, too.
  const official = purls.flatMap((purl) => /^pkg:docker\/library\/([^/]+)$/.exec(purl)?.[1] ?? []);
  const own = [product.name, ...product.aliases, ...official].map((name) => name.toLowerCase().replaceAll(' ', '-'));
  const spoken = new Set(own.flatMap((name) => [name, name.replace(/-linux$/, '')]));
  return [...new Set([...[...spoken].flatMap((name) => [`os:${name}`, `runtime:${name}`]), ...purls])];
}
