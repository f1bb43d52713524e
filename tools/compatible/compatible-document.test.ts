import { json, route } from '@packhouse/contract/route.ts';
import { expect, it } from 'vitest';
import { getFaults, renderDocument } from './compatible-document.ts';

const shared = { summary: 'Reads', method: 'GET', access: 'visitor', reply: json() } as const;
const whole = route('whole', {
  ...shared,
  alsoMethods: ['HEAD'],
  url: '/artifactory/api/a/:key/*path?',
  compatible: { note: 'as bytes', provenBy: ['README.md'] },
});
const part = route('part', { ...shared, url: '/access/api/b', compatible: { lacks: 'no c', provenBy: [] } });
const own = route('own', { ...shared, url: '/distribution/api/d' });

it('says of every call in how far it is served, and what proves it', () => {
  const page = renderDocument([own, part, whole]);
  expect(page).toContain('| `GET, HEAD /artifactory/api/a/{key}/{path…}` | Reads | yes; as bytes | [README.md](../README.md) |');
  expect(page).toContain('| `GET /access/api/b` | Reads | partly: no c | – |');
  expect(page).toMatch(/Calls of our own .*`GET \/distribution\/api\/d`/);
});

it('finds calls that are served and said not to be, and proofs that are gone', () => {
  const served = route('served', { ...shared, url: '/artifactory/api/plugins', compatible: { provenBy: ['gone.test.ts'] } });
  expect(getFaults([whole, part, served])).toEqual([
    'GET /artifactory/api/plugins is served: it stands among the calls that are not',
    'gone.test.ts is to prove a call and does not exist',
  ]);
});
