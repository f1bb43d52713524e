import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail that reached the peer. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Who signed in to send it; empty when nobody did. */
  user: string;
  /** The mail as it came over the wire, soft line breaks undone. */
  text: string;
  /** The first link in it whose address matches. */
  link(pattern: RegExp): URL;
}

export interface MailPeer {
  port: number;
  /** The oldest mail not yet taken; waits for it. */
  next(): Promise<ReceivedMail>;
  /** How many came and were not taken. */
  readonly waiting: number;
  stop(): Promise<void>;
}

/** https://www.rfc-editor.org/rfc/rfc2045#section-6.7 */
function decodeQuotedPrintable(raw: string): string {
  const joined = raw.replace(/=\r?\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function received(from: string, to: string[], user: string, raw: string): ReceivedMail {
  const readable = decodeQuotedPrintable(raw);
  return {
    from,
    to,
    user,
    text: readable,
    link(pattern) {
      const found = (readable.match(/https?:\/\/[^\s"<>]+/g) ?? []).find((url) => pattern.test(url));
      if (!found) throw new Error(`The mail holds no link like ${pattern}`);
      return new URL(found);
    },
  };
}

/** Starts a mail server on a free loopback port that keeps what it gets; with a user it wants that user to sign in. */
export async function startMailPeer(account?: { user: string; password: string }): Promise<MailPeer> {
  const mails: ReceivedMail[] = [];
  const takers: ((mail: ReceivedMail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: account === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _, done) {
      if (account && username === account.user && password === account.password) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onData(stream, { envelope, user }, done) {
      text(stream).then((raw) => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
        const mail = received(
          sender,
          envelope.rcptTo.map(({ address }) => address),
          typeof user === 'string' ? user : '',
          raw,
        );
        const taker = takers.shift();
        if (taker) taker(mail);
        else mails.push(mail);
        done();
      }, done);
    },
  });
  // Clients that give up in the middle are what some tests are about.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as { port: number }).port,
    next: () => {
      const mail = mails.shift();
      return mail ? Promise.resolve(mail) : new Promise((resolve) => takers.push(resolve));
    },
    get waiting() {
      return mails.length;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
