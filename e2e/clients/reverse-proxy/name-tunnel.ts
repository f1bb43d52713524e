import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';

/** A forward proxy that finds every name on this machine, as a name server of one's own would. */
export async function startNameTunnel(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((_, answer) => void answer.writeHead(405).end());
  server.on('connect', ({ url = '' }, socket) => {
    const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1');
    onward.once('connect', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    pipeline(onward, socket, () => undefined);
    pipeline(socket, onward, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Ports that nobody uses at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
