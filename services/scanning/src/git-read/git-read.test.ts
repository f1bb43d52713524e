import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type UndiciOutgoing, undiciOutgoing } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import { type GitServer, startGitServer } from '@packhouse/testkit/git-server.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readBatch, readTree } from './git-output.ts';
import { type GitSession, openGit } from './git-session.ts';
import { type GitLimits, isRefName, usualGitLimits } from './git-source.ts';

const header = 'Authorization: Basic c2VjcmV0LXRva2Vu';
let server: GitServer;
let outgoing: UndiciOutgoing;
const open: GitSession[] = [];
const begin = async (name: string, limits: Partial<GitLimits> = {}, way: UndiciOutgoing = outgoing) => {
  const source = { url: `${server.url}/${name}.git`, header, secrets: ['secret-token'] };
  const session = await openGit(way, source, { signal: new AbortController().signal, limits: { ...usualGitLimits, ...limits } });
  open.push(session);
  return session;
};
const isLock = (path: string) => path.endsWith('.lock');

async function readAll(session: GitSession, what: string): Promise<Record<string, string>> {
  const commit = await session.fetch(what);
  const tree = await session.tree(commit, isLock);
  const contents = new Map<string, string>();
  await session.files(
    tree.map(({ oid }) => oid),
    (oid, bytes, why) => void contents.set(oid, bytes?.toString('utf8') ?? why!),
  );
  return Object.fromEntries(tree.map(({ path, oid }) => [path, contents.get(oid)!]));
}

beforeAll(async () => {
  server = await startGitServer();
  outgoing = undiciOutgoing({ allow: ['127.0.0.1'], userAgent: 'packhouse-test' });
  const large = Buffer.alloc(300_000, 'x');
  for (let at = 0; at < large.length; at += 7) large[at] = (at * 31) % 251;
  await server.create('acme/shop', { 'a.lock': 'one', 'deep/b.lock': 'two', 'deep/twice.lock': 'two', 'large.bin': large });
  await server.create('acme/plain', { 'a.lock': 'one', 'large.bin': large }, { filter: false });
});
afterEach(async () => {
  server.instead = undefined;
  server.wants = undefined;
  for (const session of open.splice(0)) await session.close();
});
afterAll(async () => {
  await server.stop();
  await outgoing.close();
});

it('reads files of a commit without the rest of the repository', async () => {
  const session = await begin('acme/shop');
  const { refs, defaultBranch } = await session.refs(['HEAD', 'refs/heads/none']);
  expect([defaultBranch, [...refs.keys()]]).toEqual(['main', ['HEAD']]);
  expect(await readAll(session, 'refs/heads/main')).toEqual({ 'a.lock': 'one', 'deep/b.lock': 'two', 'deep/twice.lock': 'two' });
  expect(session.received()).toBeLessThan(20_000);
  expect(await session.fetch(refs.get('HEAD')!)).toBe(refs.get('HEAD'));
});

it('reads what a server gives that knows no filters', async () => {
  const session = await begin('acme/plain');
  expect(await readAll(session, 'refs/heads/main')).toEqual({ 'a.lock': 'one' });
  expect(session.received()).toBeGreaterThan(2000);
});

it('shows the token to the server alone', async () => {
  server.wants = 'Basic c2VjcmV0LXRva2Vu';
  expect((await (await begin('acme/shop')).refs(['HEAD'])).refs.size).toBe(1);
  server.wants = 'another';
  await expect((await begin('acme/shop')).refs(['HEAD'])).rejects.toMatchObject({ reason: 'git_refuses' });
});

it('says in words what a server does not have', async () => {
  await expect((await begin('acme/none')).refs(['HEAD'])).rejects.toMatchObject({ reason: 'git_lacks_it' });
  await expect((await begin('acme/shop')).fetch('refs/heads/none')).rejects.toMatchObject({ reason: 'git_lacks_it' });
  await expect((await begin('acme/shop')).fetch('f'.repeat(40))).rejects.toMatchObject({ reason: 'git_lacks_it' });
});

it('follows no redirect, and keeps the token out of what it says', async () => {
  server.instead = (_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/acme/shop.git' }).end();
    return true;
  };
  await expect((await begin('acme/shop')).refs(['HEAD'])).rejects.toMatchObject({ name: 'AppError' });
  server.instead = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
    response.end('001e# service=git-upload-pack\n0000001bERR no secret-token here');
    return true;
  };
  const error = await (await begin('acme/shop')).refs(['HEAD']).catch((one: Error) => one.message);
  expect(error).toContain('Reading from');
  expect(error).not.toContain('secret-token');
});

it('reaches no address that the platform may not', async () => {
  const closed = undiciOutgoing({ allow: [], userAgent: 'packhouse-test' });
  server.asked = [];
  await expect((await begin('acme/shop', {}, closed)).refs(['HEAD'])).rejects.toMatchObject({ code: 'address_refused' });
  expect(server.asked).toEqual([]);
  await closed.close();
});

it('ends a server that sends without an end, or nothing at all', async () => {
  server.instead = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
    const more = () => {
      if (!response.destroyed) response.write(Buffer.alloc(64 * 1024, '0'), () => setImmediate(more));
    };
    more();
    return true;
  };
  await expect((await begin('acme/shop', { received: 1024 ** 2 })).refs(['HEAD'])).rejects.toMatchObject({ name: 'AppError' });
  server.instead = () => true;
  await expect((await begin('acme/shop', { time: 300 })).refs(['HEAD'])).rejects.toMatchObject({ reason: 'git_too_slow' });
});

it('passes over large files and trees that are too large, and reads names of any kind', async () => {
  await server.create('acme/odd', { 'a.lock': 'x'.repeat(5000), 'b.lock': 'small' });
  await server.commit('acme/odd', { 'new\nline.lock': 'found' });
  const session = await begin('acme/odd', { file: 1000 });
  expect(await readAll(session, 'refs/heads/main')).toEqual({ 'a.lock': 'too large', 'b.lock': 'small', 'new\nline.lock': 'found' });
  const small = await begin('acme/odd', { entries: 2 });
  const commit = await small.fetch('refs/heads/main');
  await expect(small.tree(commit, isLock)).rejects.toMatchObject({ reason: 'git_too_many_files' });
});

it('takes no branch for an option', async () => {
  const session = await begin('acme/shop');
  for (const name of ['--upload-pack=touch /tmp/x', 'refs/heads/a b', 'refs/heads/..', 'refs/heads/a.lock', '../x', 'refs/heads/x\u0000'])
    await expect(session.fetch(name)).rejects.toMatchObject({ reason: 'git_ref_impossible' });
  expect([isRefName('refs/heads/feature/a-1'), isRefName('refs/pull/7/head'), isRefName('refs/heads/--upload-pack')]).toEqual([true, true, true]);
});

it('leaves nothing behind', async () => {
  const [before, own] = [process.env.TMPDIR, await mkdtemp(join(tmpdir(), 'packhouse-left-'))];
  process.env.TMPDIR = own;
  const session = await begin('acme/shop');
  process.env.TMPDIR = before ?? '';
  await session.fetch('HEAD');
  expect(await readdir(own)).toHaveLength(1);
  open.pop();
  await session.close();
  expect(await readdir(own)).toEqual([]);
  await rm(own, { recursive: true });
});

it('reads output that comes in any pieces', () => {
  const listing = Buffer.from(
    `100644 blob ${'a'.repeat(40)}\tx.lock\0` + `160000 commit ${'b'.repeat(40)}\tsub.lock\0` + `120000 blob ${'c'.repeat(40)}\tlink.lock\0`,
  );
  const reader = readTree(10, isLock, () => new Error('too many'));
  for (const byte of listing) reader.take(Buffer.from([byte]));
  expect(reader.end()).toEqual([{ path: 'x.lock', oid: 'a'.repeat(40) }]);
  const found: unknown[] = [];
  const batch = readBatch(10, (oid, bytes, why) => found.push([oid[0], bytes?.toString() ?? why]));
  const text = `${'a'.repeat(40)} blob 3\none\n${'b'.repeat(40)} missing\n${'c'.repeat(40)} blob 11\n01234567890\n${'d'.repeat(40)} blob 0\n\n`;
  for (const byte of Buffer.from(text)) batch.take(Buffer.from([byte]));
  expect(found).toEqual([
    ['a', 'one'],
    ['b', 'absent'],
    ['c', 'too large'],
    ['d', ''],
  ]);
});
