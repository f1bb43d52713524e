import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import { forgetOldGrants } from '../application/consent.ts';
import { forgetOldSignIns } from '../external/external-user.ts';
import { forgetOldOrders } from '../licence/licence-orders.ts';
import { forgetOldSecondSteps } from '../mfa/second-step.ts';
import { forgetOldAttempts } from '../password/throttle.ts';
import { forgetOldResetKeys } from '../reset/reset.ts';
import type { Db } from '../schema.ts';
import { forgetExpiredSessions } from '../session/session.ts';
import { forgetOldTokens } from '../token/token-list.ts';

/** Removes, every night, what no longer means anything. */
export function upkeepJob(db: Db): Job {
  return {
    name: 'access-upkeep',
    cron: '17 3 * * *',
    async run() {
      await forgetExpiredSessions(db);
      await forgetOldAttempts(db);
      await forgetOldResetKeys(db);
      await forgetOldSecondSteps(db);
      await forgetOldTokens(db);
      await forgetOldGrants(db);
      await forgetOldSignIns(db);
      await forgetOldOrders(db);
    },
  };
}
