import { findFormatId, formatsWith } from '@packhouse/contract/repositories/format-ids.ts';
import type { Component } from './component.ts';
import { distributionComponent, findEcosystem, findForeign, findRules, getDistribution, libraryComponent, packageComponent } from './ecosystem.ts';

/** Type, path, version, and what else is said in the query. https://github.com/package-url/purl-spec */
const purl = /^pkg:([a-z0-9.+-]+)\/+([^@?#]+)@([^?#]+)(?:\?([^#]{0,2000}))?/i;

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The package that a package URL names; undefined when it is none that is known here, or has no version. */
export function readPackageUrl(text: string): Component | undefined {
  const [, type, path, version] = purl.exec(text) ?? [];
  const foreign = type === undefined || path === undefined ? undefined : findForeign(type.toLowerCase(), path.split('/').filter(Boolean).length);
  if (foreign !== undefined) {
    const [name, decoded] = [decode(path ?? ''), decode(version ?? '')];
    return name && decoded ? libraryComponent(foreign, name, decoded) : undefined;
  }
  const format = type === undefined ? undefined : (formatsWith(({ purlType }) => purlType === type.toLowerCase())[0] ?? findFormatId(type));
  if (!format || path === undefined || version === undefined) return undefined;
  const separator = findRules(findEcosystem(format) ?? '')?.nameSeparator ?? '/';
  const name = decode(path.split('/').filter(Boolean).join(separator));
  const decoded = decode(version);
  return name && decoded ? packageComponent(format, name, decoded) : undefined;
}

/** The package that a package URL names, whether it says a version or not. */
export function readPackageName(text: string): { ecosystem: string; name: string; version: string | undefined } | undefined {
  const [, head = '', version, rest = ''] = /^(pkg:[^@?#]+\/(?:@|%40)?[^@?#]+)(?:@([^?#]+))?([?#].*)?$/is.exec(text) ?? [];
  const found = readPackageUrl(`${head.replaceAll('/@', '/%40')}@${version ?? '0'}${rest}`);
  return found && { ecosystem: found.ecosystem, name: found.name, version: version === undefined ? undefined : found.version };
}

/** The same, and packages of a distribution as that installs them: its release stands behind the version, and what they were built from. */
export function readInstalledUrl(text: string): Component | undefined {
  const [, , path = '', version, query = ''] = purl.exec(text) ?? [];
  const values = new URLSearchParams(query);
  const [, vendor, release] = /^([a-z]+)-(.{1,50})$/.exec(values.get('distro') ?? '') ?? [];
  const distribution = vendor === undefined ? undefined : getDistribution(vendor);
  const [name, decoded] = [decode(path.slice(path.indexOf('/') + 1)), decode(version ?? '')];
  if (!distribution || release === undefined || !name || !decoded) return readPackageUrl(text);
  const [, sourceName, sourceVersion] = /^([^@]{1,300})(?:@(.{1,100}))?$/.exec(values.get('upstream') ?? '') ?? [];
  const distro = findRules(distribution)?.releaseName?.(release) ?? release;
  return distributionComponent(distribution, distro, { name, version: decoded, sourceName, sourceVersion });
}
