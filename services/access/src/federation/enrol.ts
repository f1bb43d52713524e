import type { Context } from '../context.ts';
import { capture } from './capture.ts';
import { inTurn } from './in-turn.ts';
import { hasLinks } from './link-queries.ts';
import { enrolAll, isEnrolled, lockState, setEnrolled } from './register-queries.ts';

/** Writes everything down that there is, before the first of it is told to anybody. From then on each change is noted. */
export async function enrol(context: Context): Promise<void> {
  if (!(await hasLinks(context.db))) return;
  const isNews = await inTurn(context, () =>
    context.db.transaction().execute(async (transaction) => {
      // The last link may be going at this moment.
      await lockState(transaction);
      if (await isEnrolled(transaction)) return false;
      await enrolAll(transaction);
      await setEnrolled(transaction, true);
      return true;
    }),
  );
  if (isNews) await capture(context);
}

/** Nothing is noted any more once the last link has gone: before the next one tells anything, all that there is has to be looked at again. */
export function unenrol({ db }: Pick<Context, 'db'>): Promise<void> {
  return inTurn({ db }, () =>
    db.transaction().execute(async (transaction) => {
      await lockState(transaction);
      if (!(await hasLinks(transaction))) await setEnrolled(transaction, false);
    }),
  );
}
