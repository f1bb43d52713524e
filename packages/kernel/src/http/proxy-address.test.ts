import { afterAll, describe, expect, it, vi } from 'vitest';
import { undiciOutgoing } from '../outgoing/undici-outgoing.ts';

vi.mock('node:dns', async (original) => {
  const dns = await original<typeof import('node:dns')>();
  const metadata = [{ address: '169.254.169.254', family: 4 }];
  const lookup = (name: string, options: object, done: (error: unknown, found: unknown) => void) =>
    name === 'proxy.test' ? done(null, metadata) : dns.lookup(name, options, done as never);
  return { ...dns, default: { ...dns, lookup }, lookup };
});

const outgoing = undiciOutgoing({ allow: [], userAgent: 'test' });
afterAll(() => outgoing.close());

describe('the address of a proxy', () => {
  it.each(['169.254.169.254', '2852039166', '0.0.0.0', '[fe80::1]', '[::ffff:169.254.169.254]', '[fd00:ec2::254]', '100.100.100.200', 'proxy.test'])(
    'is never %s, which no network of ours is',
    async (host) => {
      for (const url of ['http://1.1.1.1/latest/meta-data/', 'https://1.1.1.1/'])
        await expect(outgoing.request(url, { proxy: { url: `http://${host}:80`, noProxy: [] }, allowPrivate: true, timeout: 3000 })).rejects.toMatchObject({
          code: 'address_refused',
        });
    },
  );
});
