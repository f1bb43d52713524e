import type { Notices } from '@packhouse/peers/notices.ts';
import type { Context } from '../context.ts';
import { makeActorOfAccount } from '../identity/identity.ts';
import { readAdministratorAddresses } from '../user/user.ts';
import { bucketsMail } from './buckets-mail.ts';
import { deliver, isMailOn } from './deliver.ts';
import { changesMail } from './mail-texts.ts';
import { reportMail } from './report-mail.ts';
import { exceptionNotices } from './tell-exceptions.ts';
import { violationsMail } from './violations-mail.ts';

/** What the other services may have people told by mail. */
export function mailNotices(context: Context): Notices {
  return {
    ...exceptionNotices(context),
    isOn: () => isMailOn(context.db),
    async addressOf(user) {
      const account = await context.accounts.byName(user);
      return account?.enabled ? account.email || undefined : undefined;
    },
    administratorAddresses: () => readAdministratorAddresses(context.db),
    async mailBuckets(to, buckets) {
      if (!(await isMailOn(context.db))) return;
      await deliver(context, to, (console) => bucketsMail({ buckets, link: `${console}/admin/license_management/license_buckets` }));
    },
    async mailChanges(user, { language, tell, more }) {
      const account = await context.accounts.byName(user);
      if (!account?.enabled || account.email === '') return;
      const changes = tell(makeActorOfAccount(account, 'password'));
      if (changes.length === 0) return;
      await deliver(context, account.email, (console) => changesMail(language === 'de' ? 'de' : 'en', { changes, more, link: `${console}/marks/watches` }));
    },
    async mailReport(to, letter) {
      if (!(await isMailOn(context.db))) return;
      await deliver(context, to, (console) => reportMail({ ...letter, link: `${console}/security/reports/${letter.id}` }));
    },
    async mailViolations(to, letter) {
      if (!(await isMailOn(context.db))) return;
      await deliver(context, to, (console) => violationsMail({ ...letter, link: `${console}/security/violations?watch=${encodeURIComponent(letter.watch)}` }));
    },
  };
}
