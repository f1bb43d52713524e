import { expect, it } from 'vitest';
import { withAddresses } from './addresses.ts';
import type { KnownRow } from './deployment-queries.ts';

const makeRow = (id: string, url: string, more: object = {}) => ({ id, url, home: false, beacon: null, ...more }) as unknown as KnownRow;

it('tells where deployments are now, not where they were when they were registered', async () => {
  const peers = { trust: { list: async () => [{ id: 'moved', url: 'https://new.example.org' }] } } as never;
  const rows = [
    makeRow('moved', 'https://old.example.org'),
    makeRow('single', 'https://single.example.org'),
    makeRow('home', 'https://first.example.org', { home: true, beacon: { url: 'https://now.example.org' } }),
    makeRow('silent', 'https://silent.example.org', { home: true, beacon: { url: '' } }),
  ];
  const told = (await withAddresses({ peers }, rows)).map(({ url }) => url);
  expect(told).toEqual(['https://new.example.org', 'https://single.example.org', 'https://now.example.org', 'https://silent.example.org']);
  expect((await withAddresses({ peers: {} }, rows))[0]?.url).toBe('https://old.example.org');
});
