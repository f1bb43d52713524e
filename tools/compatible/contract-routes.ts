import { globSync } from 'node:fs';
import { packageProtocol } from '@packhouse/contract/repositories/protocol-routes.ts';
import type { Route } from '@packhouse/contract/route.ts';

const root = new URL('../../packages/contract/src/', import.meta.url);

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'url' in value && 'method' in value && 'summary' in value;
}

/** Routes, and those that stand together in an object. */
function routesIn(value: unknown): Route[] {
  if (isRoute(value)) return [value];
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.values(value).filter(isRoute);
}

/** Every route that the contract describes; the protocols of all formats as one. */
export async function contractRoutes(): Promise<Route[]> {
  const found = new Set<Route>([packageProtocol(':format')]);
  for (const file of globSync('**/*-routes.ts', { cwd: root }).sort()) {
    const values = (await import(new URL(file, root).href)) as Record<string, unknown>;
    for (const value of Object.values(values)) for (const one of routesIn(value)) found.add(one);
  }
  return [...found];
}
