import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';

const longestHead = 16 * 1024;
const patience = 15_000;

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads the head of a proxy's answer; what came behind it is given back to the socket. */
function readHead(socket: Socket, proxy: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const stop = (finish: () => void) => {
      clearTimeout(timer);
      socket.off('readable', read);
      socket.off('error', fail);
      socket.off('close', close);
      finish();
    };
    const fail = (error: Error) => stop(() => reject(error));
    const close = () => fail(new AppError(kernelWords.proxy_answered, { proxy, status: 'nothing' }));
    const timer = setTimeout(() => fail(new AppError(kernelWords.host_too_slow, { host: proxy, time: patience })), patience);
    const read = () => {
      for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0 && head.length <= longestHead) continue;
        if (end < 0) return fail(new AppError(kernelWords.proxy_answered, { proxy, status: 'too much' }));
        const rest = head.subarray(end + 4);
        return stop(() => {
          if (rest.length > 0) socket.unshift(rest);
          resolve(head.subarray(0, end).toString('latin1'));
        });
      }
    };
    socket.on('readable', read);
    socket.on('error', fail);
    socket.on('close', close);
  });
}

function secure(socket: Socket, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const safe = connectTls({ socket, servername: host }, () => resolve(safe));
    safe.once('error', reject);
  });
}

/**
 * A connection to a host through a forward proxy, over a connection to the proxy. https://www.rfc-editor.org/rfc/rfc9110#CONNECT
 * @throws AppError when the proxy does not let it through
 */
export async function tunnelThrough(plain: Socket, proxy: URL, target: { host: string; port: number }): Promise<Socket> {
  const socket = proxy.protocol === 'https:' ? await secure(plain, proxy.hostname) : plain;
  const place = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const pair = proxy.username === '' ? undefined : Buffer.from(`${decode(proxy.username)}:${decode(proxy.password)}`).toString('base64');
  socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${pair === undefined ? '' : `Proxy-Authorization: Basic ${pair}\r\n`}\r\n`);
  try {
    const head = await readHead(socket, proxy.host);
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 'nothing';
    if (status === '407') throw new AppError(kernelWords.proxy_wants_credentials, { proxy: proxy.host, status });
    if (!status.startsWith('2')) throw new AppError(kernelWords.proxy_answered, { proxy: proxy.host, status });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
