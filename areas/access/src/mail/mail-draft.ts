import type { MailSettings, MailSettingsInput } from '@packhouse/contract/access/auth-mail-routes.ts';
import type { z } from 'zod';

/** The settings as the form holds them. */
export interface MailDraft extends Omit<MailSettings, 'hasPassword'> {
  /** Empty keeps what is stored. */
  password: string;
  forgetPassword: boolean;
}

/** Gives what stands in the form; links lead to where the reader is, until somebody says otherwise. */
export function makeDraft(settings: MailSettings, here: string): MailDraft {
  const { enabled, host, port, security, user, from, fromName, allowPrivate } = settings;
  return {
    enabled,
    host,
    port,
    security,
    user,
    from,
    fromName,
    allowPrivate,
    linkBase: settings.host === '' ? here : settings.linkBase,
    password: '',
    forgetPassword: false,
  };
}

export function getBody({ forgetPassword, password, ...settings }: MailDraft): z.input<typeof MailSettingsInput> {
  if (password !== '') return { ...settings, password };
  return forgetPassword ? { ...settings, password: '' } : settings;
}
