import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { EmailAddress } from './access-names.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const mail = `${prefixes.consoleApi}/access/settings/mail`;

/** How the connection to the mail server is secured: not at all, after STARTTLS, or from the first byte. */
export const mailSecurities = ['none', 'starttls', 'tls'] as const;

const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u, accessRules.use_no_line_breaks.en);

const common = {
  /** Whether the platform sends mail at all. */
  enabled: z.boolean(),
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[?[0-9a-f:.]+\]?)$/i, accessSettingRules.enter_mail_server.en),
  port: z
    .number(accessSettingRules.enter_port.en)
    .int(accessSettingRules.enter_port.en)
    .min(1, accessSettingRules.port_too_small.en)
    .max(65_535, accessSettingRules.port_too_large.en),
  security: z.enum(mailSecurities),
  /** Empty when the server wants nobody to sign in. */
  user: oneLine(200),
  /** Address that mails come from. */
  from: EmailAddress,
  /** Name that mails come from. */
  fromName: oneLine(100),
  /** Where links in mails lead: the address people reach the platform under; empty is the base URL of the general settings. */
  linkBase: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: accessSettingRules.enter_web_address.en }).max(500)]),
  /** The server may stand in a private network. */
  allowPrivate: z.boolean(),
};

/** This is known about outgoing mail; nothing has been set up while `host` is empty. The password never leaves the server. */
export const MailSettings = z.object({ ...common, host: z.string(), from: z.string(), linkBase: z.string(), hasPassword: z.boolean() });
export type MailSettings = z.output<typeof MailSettings>;

/** New settings. Without `password` the stored one stays, as long as it still goes to the same server and user; empty takes it away. */
export const MailSettingsInput = z.object({ ...common, password: z.string().max(1000).optional() });

export const readMailSettings = route('readMailSettings', {
  summary: 'How the platform sends mail',
  method: 'GET',
  url: mail,
  access: 'administrator',
  reply: MailSettings,
});

export const updateMailSettings = route('updateMailSettings', {
  summary: 'Change how the platform sends mail',
  method: 'PUT',
  url: mail,
  access: 'administrator',
  body: MailSettingsInput,
  reply: MailSettings,
});

export const sendTestMail = route('sendTestMail', {
  summary: 'Send a mail with these settings without saving them; answers what the mail server said',
  method: 'POST',
  url: `${mail}/test`,
  access: 'administrator',
  body: MailSettingsInput.extend({ to: EmailAddress }),
  reply: z.object({ response: z.string() }),
});
