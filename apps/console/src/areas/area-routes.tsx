import type { Area } from '@packhouse/console-kit/session/area.ts';
import { constants } from '@packhouse/contract/constants.ts';
import { words } from '@packhouse/ui/core.ts';
import type { RouteObject } from 'react-router';
import { AreaFailure } from './area-failure.tsx';
import { within } from './area-loader.ts';

function styleFailure(): Error {
  return Object.assign(new Error('A style sheet did not load in time'), { code: 'CSS_CHUNK_LOAD_FAILED' });
}

/** A page speaks from its first moment on, also about what servers said. */
async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, words().ready()]);
  return loaded;
}

/** A route whose page is shown once it is whole. The bundler gives up on scripts by itself; on a style sheet that never comes nobody would, so the page has a time limit. */
export function limited(route: RouteObject): RouteObject {
  const { lazy, children } = route;
  return {
    ...route,
    ...(typeof lazy === 'function' ? { lazy: () => within(withWords(lazy()), constants.chunkLoadTimeout, styleFailure) } : {}),
    ...(children ? { children: children.map(limited) } : {}),
  } as RouteObject;
}

/** An area's routes as the router takes them: failures stay inside the frame. */
export function makeRoutes(area: Area): RouteObject {
  return { id: `area-${area.id}`, ErrorBoundary: AreaFailure, children: area.routes.map(limited) };
}
