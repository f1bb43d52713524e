import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { Component } from '../component/component.ts';
import { packageComponent } from '../component/ecosystem.ts';
import { readPackageUrl } from '../component/package-url.ts';

function findPackage(id: string): Component | undefined {
  if (/^pkg:/i.test(id)) return readPackageUrl(id);
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
