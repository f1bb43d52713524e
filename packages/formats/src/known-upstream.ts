import { PackageURL, UrlConverter } from '@socketregistry/packageurl-js';

/**
 * Tells where the makers of an ecosystem keep their packages, as a library of addresses knows it: it is asked where one package is, and what stands
 * before the path under which a remote repository asks for the same is the upstream. Undefined where the library knows another place, or none.
 */
export function findKnownUpstream(purl: string, path: string): string | undefined {
  const known = PackageURL.fromString(purl);
  const address = (UrlConverter.toDownloadUrl(known) ?? UrlConverter.toRepositoryUrl(known))?.url;
  return address?.endsWith(path) ? address.slice(0, -path.length) : undefined;
}
