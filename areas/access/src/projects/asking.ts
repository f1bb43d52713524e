import { call, getCurl } from '@packhouse/console-kit/console-kit.ts';
import type { Route, RouteInput, RouteReply } from '@packhouse/contract/route.ts';

/** A call that has not been made yet. */
export interface Asking<Reply> {
  run: () => Promise<Reply>;
  curl: () => string;
}

/** A call, to be made or to be shown as a command. */
export const asking = <R extends Route>(route: R, input: RouteInput<R>): Asking<RouteReply<R>> => ({
  run: () => call(route, input),
  curl: () => getCurl(route, input),
});
