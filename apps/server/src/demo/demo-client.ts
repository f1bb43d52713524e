import type { DemoClient } from '@packhouse/formats/demo/format-demo.ts';

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
