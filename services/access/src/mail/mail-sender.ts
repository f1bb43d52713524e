import { isIP } from 'node:net';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Outgoing } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { MailServer } from './mail-settings.ts';

/** A mail in both of its forms; `html` says the same as `text`. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

const milliseconds = 20_000;

function toAppError(error: unknown, { host, port }: MailServer): AppError {
  if (error instanceof AppError) return error;
  const { message, code, response } = error as Error & { code?: string; response?: string };
  const said = (response ?? message).slice(0, 500);
  if (code === 'EAUTH') return new AppError(accessWords.mail_credentials_refused, { answer: said }, { cause: error });
  return new AppError(accessWords.mail_refused, { host, port, answer: said }, { cause: error });
}

/**
 * Hands one mail to the server over SMTP (https://www.rfc-editor.org/rfc/rfc5321) and answers the server's words.
 * Addresses are guarded like all outgoing calls.
 * @throws AppError `address_refused`, `upstream_unavailable` or `upstream_failed`
 */
export async function sendMail(outgoing: Outgoing, server: MailServer, message: Message): Promise<string> {
  const { host, port, security, user, password, from, fromName, allowPrivate } = server;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(isIP(host) ? {} : { tls: { servername: host } }),
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, done) => {
      outgoing.connect({ host, port, allowPrivate, timeout: milliseconds }).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      );
    },
  });
  try {
    const { response } = await transport.sendMail({ ...message, from: { name: fromName, address: from } });
    return response;
  } catch (error) {
    throw toAppError(error, server);
  } finally {
    transport.close();
  }
}
