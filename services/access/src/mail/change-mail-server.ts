import type { MailSettings, MailSettingsInput } from '@packhouse/contract/access/auth-mail-routes.ts';
import type { MailServerOffer } from '@packhouse/peers/mail-server.ts';
import type { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { linkBaseOf, mergedMail, noMail, readStoredMail, type StoredMail, shownMail, storeMail } from './mail-settings.ts';

function store(context: Context, by: By, isNewPassword: boolean, toAfter: (before: StoredMail) => StoredMail): Promise<MailSettings> {
  return inChange(context, by, async (transaction, record) => {
    const before = await readStoredMail(transaction);
    const after = toAfter(before);
    if (after.enabled) linkBaseOf(after, context.platform);
    await storeMail(transaction, after);
    await record({
      action: 'setting.changed',
      subject: 'mail',
      before: shownMail(before),
      after: { ...shownMail(after), ...(isNewPassword ? { passwordReplaced: true } : {}) },
    });
    return shownMail(after);
  });
}

/** Changes by which server the platform sends mail, and records it. @throws AppError `invalid_input` */
export function changeMailServer(context: Context, body: z.output<typeof MailSettingsInput>, by: By): Promise<MailSettings> {
  const isNewPassword = body.password !== undefined && body.password !== '';
  return store(context, by, isNewPassword, (before) => mergedMail(body, before, context.platform.secrets));
}

/** The same for the other services. */
export function mailServerOffer(context: Context): MailServerOffer {
  return {
    read: async () => shownMail(await readStoredMail(context.db)),
    change: async (settings, by) => void (await changeMailServer(context, settings, by)),
    remove: async (by) => void (await store(context, by, false, () => noMail)),
  };
}
