import { type UndiciOutgoing, undiciOutgoing } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import { type GitServer, startGitServer } from '@packhouse/testkit/git-server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGit } from './git-session.ts';

let [server, another, misnamed]: GitServer[] = [];
let outgoing: UndiciOutgoing;

beforeAll(async () => {
  [server, another, misnamed] = await Promise.all([
    startGitServer({ certifiedFor: 'localhost' }),
    startGitServer({ certifiedFor: 'localhost' }),
    startGitServer({ certifiedFor: 'git.example.org' }),
  ]);
  outgoing = undiciOutgoing({ allow: ['127.0.0.1', '::1'], userAgent: 'packhouse-test' });
  for (const one of [server!, misnamed!]) await one.create('acme/shop', { 'a.lock': 'one' });
  server!.wants = 'Basic c2VjcmV0LXRva2Vu';
});
afterAll(async () => {
  for (const one of [server, another, misnamed]) await one?.stop();
  await outgoing?.close();
});

async function read(from: GitServer, authority: string | undefined): Promise<string[]> {
  const source = { url: `${from.url}/acme/shop.git`, header: 'Authorization: Basic c2VjcmV0LXRva2Vu', secrets: [] };
  const session = await openGit(outgoing, source, { signal: new AbortController().signal, authorities: authority === undefined ? undefined : [authority] });
  try {
    const tree = await session.tree(await session.fetch('refs/heads/main'), () => true);
    const found: string[] = [];
    await session.files(
      tree.map(({ oid }) => oid),
      (_, bytes) => void found.push(String(bytes)),
    );
    return found;
  } finally {
    await session.close();
  }
}

it('reads through TLS from a server whose authority an administrator added', async () => {
  expect(await read(server!, server!.authority)).toEqual(['one']);
});

it('refuses a certificate that nobody vouches for, or that is for another name, in words, and sends it no token', async () => {
  server!.asked = [];
  for (const authority of [another!.authority, undefined])
    await expect(read(server!, authority)).rejects.toMatchObject({ reason: 'git_certificate', values: { host: new URL(server!.url).host } });
  await expect(read(misnamed!, misnamed!.authority)).rejects.toMatchObject({ reason: 'git_certificate' });
  expect([server!.asked, misnamed!.asked]).toEqual([[], []]);
});
