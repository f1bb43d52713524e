import { createHash } from 'node:crypto';

/** The platform as a client sees it: addresses, and the credentials of an administrator. */
export interface DemoClient {
  /** Sends one request. What is there already is as good as new. @throws Error with the server's words */
  send(method: string, path: string, body?: string | Buffer | FormData, headers?: Record<string, string>): Promise<Response>;
  /** A document. */
  json(method: string, path: string, body: unknown): Promise<Response>;
}

/** Statuses that say: it was there already. */
const alreadyThere = [403, 409];

export function demoClient(baseUrl: string, user: string, password: string): DemoClient {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const send: DemoClient['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body: body as BodyInit }),
    });
    if (answer.ok || alreadyThere.includes(answer.status)) return answer;
    const text = await answer.text();
    // The protocol of PyPI has no status of its own for it.
    if (answer.status === 400 && text.startsWith('File already exists')) return answer;
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 500)}`);
  };
  return {
    send,
    json: (method, path, body) => send(method, path, JSON.stringify(body), { 'content-type': 'application/json' }),
  };
}

export const digestOf = (algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', content: string | Buffer, encoding: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update(content).digest(encoding);
