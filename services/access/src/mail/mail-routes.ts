import { readMailSettings, sendTestMail, updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import { getLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../audit/audit.ts';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { sendMail } from './mail-sender.ts';
import { linkBaseOf, makeMailServer, mergedMail, readStoredMail, shownMail, storeMail } from './mail-settings.ts';
import { testMail } from './mail-texts.ts';

export function mailRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, readMailSettings, async () => shownMail(await readStoredMail(db)));

  handle(app, platform, updateMailSettings, ({ body }, { actor, address }) =>
    inChange(context, { actor: actor.name, address }, async (transaction, record) => {
      const before = await readStoredMail(transaction);
      const after = mergedMail(body, before, platform.secrets);
      if (after.enabled) linkBaseOf(after, platform);
      await storeMail(transaction, after);
      const isNewPassword = body.password !== undefined && body.password !== '';
      await record({
        action: 'setting.changed',
        subject: 'mail',
        before: shownMail(before),
        after: { ...shownMail(after), ...(isNewPassword ? { passwordReplaced: true } : {}) },
      });
      return shownMail(after);
    }),
  );

  handle(app, platform, sendTestMail, async ({ body: { to, ...draft } }, { actor, address, request }) => {
    const server = makeMailServer(mergedMail(draft, await readStoredMail(db), platform.secrets), platform.secrets);
    await writeAudit(db, { actor: actor.name, address, action: 'mail.tested', subject: `${server.host}:${server.port}`, after: { to } });
    return {
      response: await sendMail(platform.outgoing, server, { to, ...testMail(getLanguage(request), { name: actor.name, link: linkBaseOf(server, platform) }) }),
    };
  });
}
