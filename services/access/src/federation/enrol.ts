import type { Context } from '../context.ts';
import { capture } from './capture.ts';
import { hasLinks } from './link-queries.ts';
import { enrolAll, isEnrolled, lockState, setEnrolled } from './register-queries.ts';

/** Writes everything down that there is, before the first of it is told to anybody. From then on each change is noted. */
export async function enrol(context: Context): Promise<void> {
  if ((await isEnrolled(context.db)) || !(await hasLinks(context.db))) return;
  await context.db.transaction().execute(async (transaction) => {
    await lockState(transaction);
    if (await isEnrolled(transaction)) return;
    await enrolAll(transaction);
    await setEnrolled(transaction, true);
  });
  await capture(context);
}

/** Nothing is noted any more once the last link has gone. */
export async function unenrol(context: Context): Promise<void> {
  if (!(await hasLinks(context.db))) await setEnrolled(context.db, false);
}
