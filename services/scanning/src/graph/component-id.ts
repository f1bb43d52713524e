import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { Component } from '../component/component.ts';
import { packageComponent } from '../component/ecosystem.ts';

/** A component whose packages no advisories are matched with by name. */
const unmatched = (component: Component) => component.ecosystem === '';

/**
 * The component that clients call `npm://left-pad:1.3.0` or `gav://group:name:1.0`: the type, the name, and behind the last colon the version.
 * Undefined for what no advisories can be asked about: the project itself, images, plain files, packages of distributions.
 */
export function findComponent(id: string): Component | undefined {
  const at = id.lastIndexOf(':');
  const version = id.slice(at + 1);
  const named = version === '' || version.startsWith('//') ? undefined : parsePackageId(id.slice(0, at));
  const component = named && packageComponent(named.format, named.name, version);
  return component && !unmatched(component) ? component : undefined;
}
