import { always, type Condition } from '@packhouse/kernel/database/conditions.ts';

/** Which rows a listing may give away: conditions over rows called `artifact` and `folder`. */
export interface Sight {
  readonly artifact: Condition;
  /** A folder is seen with the first thing in it that is, however deep. */
  readonly folder: Condition;
}

/** For work of the platform's own, and for whoever judges each file anyway: whatever is there. */
export const everything: Sight = { artifact: always, folder: always };
