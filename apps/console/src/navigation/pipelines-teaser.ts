import type { Session } from '@packhouse/console-kit/session/session.ts';

export const pipelinePaths = { main: '/pipelines', search: '/pipelinesSearchResults', teaser: '/pipelines-teaser' } as const;

/** Why only the teaser is shown; undefined where the area is. */
export function whyPipelinesTeaser({ services }: Pick<Session, 'services'>): 'service' | undefined {
  return 'pipelines' in services ? undefined : 'service';
}

/** Where an address of pipelines leads instead where they do not run. */
export function pipelinesDetour(path: string, session: Pick<Session, 'services'>): string | undefined {
  const isOfPipelines = path === pipelinePaths.main || path.startsWith(`${pipelinePaths.main}/`) || path === pipelinePaths.search;
  return isOfPipelines && whyPipelinesTeaser(session) ? pipelinePaths.teaser : undefined;
}
