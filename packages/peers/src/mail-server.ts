import type { MailSettings, MailSettingsInput } from '@packhouse/contract/access/auth-mail-routes.ts';
import type { z } from 'zod';

/** The access service keeps by which server the platform sends mail. */
export interface MailServerOffer {
  /** Nothing has been set up while `host` is empty. */
  read(): Promise<MailSettings>;
  /**
   * Without `password` the kept one stays, as long as it goes to the same server and user; audited as a change of the person who asks for it.
   * @throws AppError `invalid_input` where links in mails would lead nowhere, or a password is needed
   */
  change(settings: z.output<typeof MailSettingsInput>, by: { actor: string; address: string }): Promise<void>;
  /** The platform sends no mail any more, and forgets the server. */
  remove(by: { actor: string; address: string }): Promise<void>;
}
