import { AreaLoader } from './area-loader.ts';
import { federation } from './remotes.ts';

/** The console's one loader of areas. */
export const areaLoader = new AreaLoader(federation);
