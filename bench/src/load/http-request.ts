import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One request with as little client work as possible; anything but a good status is an error. */
export async function httpRequest({ method, url, headers = {}, body }: HttpCall): Promise<HttpAnswer> {
  const length =
    body === undefined ? (method === 'GET' || method === 'HEAD' ? {} : { 'content-length': '0' }) : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      readAnswer(`${method} ${url}`, response).then(resolve, reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

async function readAnswer(call: string, response: IncomingMessage): Promise<HttpAnswer> {
  const answer = { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  if (answer.status >= 400) throw new Error(`${call}: ${answer.status} ${answer.body.slice(0, 500)}`);
  return answer;
}

/** Ends the kept connections, so that the process can end. */
export function closeConnections(): void {
  agent.destroy();
}
