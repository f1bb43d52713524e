import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { AreaManifest } from './menu-visibility.ts';

/** A product area as the shell mounts it. */
export interface Area extends AreaManifest {
  routes: RouteObject[];
  /** It shows this when another page mounts it as a part of itself. */
  Mount?: ComponentType;
}

/** Describes a product area: who it is (its manifest) and its routes, paths without `/ui`. */
export function area(description: Area): Area {
  return description;
}

/** Gives a manifest its type. The manifest is plain data: the shell reads it without loading the area. */
export function areaManifest(manifest: AreaManifest): AreaManifest {
  return manifest;
}
