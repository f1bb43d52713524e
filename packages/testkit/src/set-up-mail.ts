import { updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { type MailPeer, startMailPeer } from './mail-peer.ts';
import type { TestPlatform } from './start-test-platform.ts';

/** Starts a mail server and lets the platform send through it; links in mails lead to the platform itself. */
export async function setUpMail({ call, baseUrl }: Pick<TestPlatform, 'call' | 'baseUrl'>): Promise<MailPeer> {
  const peer = await startMailPeer();
  await call(updateMailSettings, {
    body: {
      enabled: true,
      host: '127.0.0.1',
      port: peer.port,
      security: 'none',
      user: '',
      from: 'packhouse@example.org',
      fromName: 'Packhouse',
      linkBase: baseUrl,
      allowPrivate: true,
    },
  });
  return peer;
}
