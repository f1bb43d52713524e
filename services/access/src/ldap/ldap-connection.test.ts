import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { LdapServerInput } from '@packhouse/contract/access/access-ldap-routes.ts';
import { undiciOutgoing } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import { expect, it } from 'vitest';
import { withConnection } from './ldap-connection.ts';

/** The answer that StartTLS may begin. https://www.rfc-editor.org/rfc/rfc4511#section-4.14.2 */
const agreed = (messageId: number) => Buffer.from([0x30, 0x0c, 0x02, 0x01, messageId, 0x78, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00]);

it('ACC-004 gives up a directory that agrees to encrypt and then falls silent', async () => {
  const asked = Promise.withResolvers<Socket>();
  const directory = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      socket.write(agreed(request[4]!));
      // The handshake is read and never answered.
      socket.resume();
      asked.resolve(socket);
    });
  });
  directory.listen(0, '127.0.0.1');
  await once(directory, 'listening');
  const outgoing = undiciOutgoing({ allow: ['127.0.0.0/8'], userAgent: 'test' });
  try {
    const server = LdapServerInput.parse({
      url: `ldap://127.0.0.1:${(directory.address() as AddressInfo).port}`,
      startTls: true,
      allowPrivate: true,
      searchBase: 'dc=example',
    });
    let hasWorked = false;
    const call = withConnection(
      outgoing,
      { server, managerPassword: '' },
      async () => {
        hasWorked = true;
      },
      { patience: 50 },
    );
    const refused = expect(call).rejects.toMatchObject({ code: 'upstream_unavailable', message: expect.stringContaining('fell silent') });
    const socket = await asked.promise;
    if (!socket.closed) await once(socket, 'close');
    await refused;
    expect(hasWorked).toBe(false);
  } finally {
    directory.close();
    await outgoing.close();
  }
});
