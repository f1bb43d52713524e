import { findFormatId, formatsWith } from '@packhouse/contract/repositories/format-ids.ts';
import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { Component } from '../component/component.ts';
import { findEcosystem, findRules, packageComponent } from '../component/ecosystem.ts';

/** Type, path, and behind it the version; qualifiers and subpaths say nothing that advisories ask. https://github.com/package-url/purl-spec */
const purl = /^pkg:([a-z0-9.+-]+)\/+([^@?#]+)@([^?#]+)/i;

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function findPackage(id: string): Component | undefined {
  const [, type, path, version] = purl.exec(id) ?? [];
  if (type !== undefined && path !== undefined && version !== undefined) {
    const format = formatsWith(({ purlType }) => purlType === type.toLowerCase())[0] ?? findFormatId(type);
    const separator = findRules((format && findEcosystem(format)) ?? '')?.nameSeparator ?? '/';
    const name = decode(path.split('/').filter(Boolean).join(separator));
    const decoded = decode(version);
    return format && name && decoded ? packageComponent(format, name, decoded) : undefined;
  }
  const at = id.lastIndexOf(':');
  const named = id.slice(at + 1).startsWith('//') || at === id.length - 1 ? undefined : parsePackageId(id.slice(0, at));
  return named && packageComponent(named.format, named.name, id.slice(at + 1));
}

/**
 * The component that clients call `npm://left-pad:1.3.0` or `gav://group:name:1.0` (the type, the name, and behind the last colon the version), or by its
 * package URL. Undefined for what no advisories can be asked about: the project itself, images, plain files, packages of distributions.
 */
export function findComponent(id: string): Component | undefined {
  const component = findPackage(id);
  return component && component.ecosystem !== '' ? component : undefined;
}
