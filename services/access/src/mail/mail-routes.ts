import { readMailSettings, sendTestMail, updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import { getLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { changeMailServer } from './change-mail-server.ts';
import { sendMail } from './mail-sender.ts';
import { linkBaseOf, makeMailServer, mergedMail, readStoredMail, shownMail } from './mail-settings.ts';
import { testMail } from './mail-texts.ts';

export function mailRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, readMailSettings, async () => shownMail(await readStoredMail(db)));

  handle(app, platform, updateMailSettings, ({ body }, { actor, address }) => changeMailServer(context, body, { actor: actor.name, address }));

  handle(app, platform, sendTestMail, async ({ body: { to, ...draft } }, { actor, address, request }) => {
    const server = makeMailServer(mergedMail(draft, await readStoredMail(db), platform.secrets), platform.secrets);
    await writeAudit(db, { actor: actor.name, address, action: 'mail.tested', subject: `${server.host}:${server.port}`, after: { to } });
    return {
      response: await sendMail(platform.outgoing, server, { to, ...testMail(getLanguage(request), { name: actor.name, link: linkBaseOf(server, platform) }) }),
    };
  });
}
