import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { ExceptionLetter, Notices } from '@packhouse/peers/notices.ts';
import type { Context } from '../context.ts';
import { readActorNamed } from '../identity/identity.ts';
import { readDeciderNames } from '../user/user.ts';
import { deliver, isMailOn } from './deliver.ts';
import { exceptionsMail } from './exceptions-mail.ts';

const mailJob = 'mail-exceptions';

/** These pages of the console list them. */
const pages = { policies: '/security/exceptions', firewall: '/security/firewall/exceptions' } as const;

interface Letter extends Record<string, unknown> {
  user: string;
  letter: ExceptionLetter;
}

/** Mails a user about exceptions. */
export function mailExceptionsJob(context: Context): Job<Letter> {
  return {
    name: mailJob,
    async run({ user, letter }) {
      const account = await context.accounts.byName(user);
      if (!account?.enabled || account.email === '' || !(await isMailOn(context.db))) return;
      const state = letter.news === 'asked' ? '?state=asked' : '';
      await deliver(context, account.email, (console) => exceptionsMail({ ...letter, link: `${console}${pages[letter.from]}${state}` }));
    },
  };
}

/** What other services have people told about exceptions. */
export function exceptionNotices(context: Context): Pick<Notices, 'deciders' | 'queueExceptions'> {
  return {
    async deciders() {
      if (!(await isMailOn(context.db))) return [];
      const actors = await Promise.all((await readDeciderNames(context.db)).map((name) => readActorNamed(context, name)));
      return actors.flatMap((actor) => actor ?? []);
    },
    async queueExceptions(user, letter, transaction) {
      if (await isMailOn(context.db)) await context.platform.jobs.add(mailJob, { user, letter } satisfies Letter, { transaction });
    },
  };
}
