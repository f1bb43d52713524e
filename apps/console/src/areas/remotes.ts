import type { Area } from '@packhouse/console-kit/session/area.ts';
import type { Remotes } from './area-loader.ts';

/** The federation runtime, as the loader uses it. It comes with the first area: sign-in and the shell do without. */
const runtime = () => import('./federation-runtime.ts');

/** Areas over the network, in the product. */
export const federation: Remotes = {
  register: async (name, entry, again) => (await runtime()).registerRemotes([{ name, entry }], { force: again }),
  load: async (name) => (await runtime()).loadRemote<{ default: Area }>(name),
};
