import { provideMicrofrontends } from '@packhouse/console-kit/session/microfrontends.ts';
import { listedAreas } from './area-list.ts';
import { AreaLoader } from './area-loader.ts';
import { federation } from './remotes.ts';

/** The console's one loader of areas. */
export const areaLoader = new AreaLoader(federation);

provideMicrofrontends(async (id) => {
  const listed = listedAreas().find((area) => area.id === id);
  return listed && areaLoader.load(listed);
});
