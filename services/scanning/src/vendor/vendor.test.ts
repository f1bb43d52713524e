import { createHmac } from 'node:crypto';
import type { VendorCode } from '@packhouse/contract/scanning/git-vendors.ts';
import { type UndiciOutgoing, undiciOutgoing } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import { startFakeBitbucketCloud } from '@packhouse/testkit/vendors/fake-bitbucket-cloud.ts';
import { startFakeBitbucketServer } from '@packhouse/testkit/vendors/fake-bitbucket-server.ts';
import { startFakeGitea } from '@packhouse/testkit/vendors/fake-gitea.ts';
import { startFakeGithub } from '@packhouse/testkit/vendors/fake-github.ts';
import { startFakeGitlab } from '@packhouse/testkit/vendors/fake-gitlab.ts';
import { addRepository, type FakeVendor } from '@packhouse/testkit/vendors/fake-vendor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLimiter } from './limiter.ts';
import { hooksOf, openVendor } from './open-vendor.ts';
import type { RemoteRepository, Vendor } from './vendor.ts';
import { findNext } from './vendor-call.ts';

const kinds: readonly [string, VendorCode, () => Promise<FakeVendor>][] = [
  ['GitHub', 1, startFakeGithub],
  ['GitLab', 2, startFakeGitlab],
  ['Bitbucket Cloud', 3, startFakeBitbucketCloud],
  ['Bitbucket Server', 4, startFakeBitbucketServer],
  ['Gitea', 5, startFakeGitea],
];
const sha = (digit: string) => digit.repeat(40);
let outgoing: UndiciOutgoing;
beforeAll(() => {
  outgoing = undiciOutgoing({ allow: ['127.0.0.1'], userAgent: 'packhouse-test' });
});
afterAll(() => outgoing.close());

async function listAll(vendor: Vendor): Promise<RemoteRepository[]> {
  const found: RemoteRepository[] = [];
  let cursor: string | undefined;
  do {
    const page = await vendor.repositories(cursor);
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}

describe.each(kinds)('%s', (name, code, start) => {
  let fake: FakeVendor;
  const open = (token = fake.token, url = fake.url) => openVendor({ code, url, userName: fake.userName, token }, outgoing);
  beforeAll(async () => {
    fake = await start();
    for (let at = 0; at < 230; at++) addRepository(fake, `acme/part-${String(at).padStart(3, '0')}`);
    addRepository(fake, 'other/shop', { isPrivate: false, branch: 'trunk' });
    fake.repositories.at(-1)!.pulls.set(7, { head: sha('a'), onto: sha('b'), base: sha('c'), branch: 'change', isOpen: true });
  });
  afterAll(() => fake.stop());
  const shop = async () => (await listAll(open())).find(({ fullName }) => fullName === 'other/shop')!;

  it('says who a token belongs to, and what is wrong with one', async () => {
    expect((await open().check()).name.toLowerCase()).toBe('ann');
    await expect(open('wrong').check()).rejects.toMatchObject({ code: 'bad_request' });
    const { scopes } = fake;
    fake.scopes = [];
    if (code === 4 || code === 5) await expect(open().repositories()).rejects.toMatchObject({ reason: 'vendor_lacks_scope' });
    else await expect(open().check()).rejects.toMatchObject({ reason: 'vendor_lacks_scope' });
    fake.scopes = scopes;
  });

  it('lists every repository, page by page', async () => {
    const all = await listAll(open());
    expect([all.length, new Set(all.map(({ vendorId }) => vendorId)).size]).toEqual([231, 231]);
    expect(all.find(({ fullName }) => fullName === 'other/shop')).toMatchObject({
      cloneUrl: `${fake.url}/other/shop.git`,
      isPrivate: false,
      defaultBranch: code === 4 ? undefined : 'trunk',
    });
  });

  it('makes a hook once, mends it, and takes it away', async () => {
    const [vendor, repository] = [open(), await shop()];
    const url = 'https://packages.example.org/xray/incoming/k1';
    const id = await vendor.ensureHook(repository, url, 'first');
    expect(await vendor.ensureHook(repository, url, 'second')).toBe(id);
    expect(fake.hooks.map((one) => [one.url, one.secret])).toEqual([[url, 'second']]);
    await vendor.removeHook(repository, id);
    await vendor.removeHook(repository, id);
    expect(fake.hooks).toEqual([]);
  });

  it('reads a pull request as it stands, with what both sides have in common', async () => {
    expect(await open().pullRequest(await shop(), 7)).toMatchObject({
      number: 7,
      title: 'Change it',
      state: 'open',
      url: expect.stringContaining('/7'),
      head: sha('a'),
      base: sha('c'),
    });
    fake.repositories.at(-1)!.pulls.get(7)!.isOpen = false;
    expect((await open().pullRequest(await shop(), 7)).state).toBe('merged');
    fake.repositories.at(-1)!.pulls.get(7)!.isOpen = true;
    await expect(open().pullRequest(await shop(), 8)).rejects.toMatchObject({ reason: 'vendor_lacks_it' });
  });

  it('tells a commit how it is, and may say so again', async () => {
    const [vendor, repository] = [open(), await shop()];
    const state = { state: 'failure', description: '2 new vulnerabilities', url: 'https://packages.example.org/ui/' } as const;
    await vendor.setStatus(repository, sha('a'), state);
    await vendor.setStatus(repository, sha('a'), state);
    expect(fake.statuses.at(-1)).toMatchObject({ sha: sha('a'), description: state.description, url: state.url });
    await expect(vendor.setStatus(repository, 'abc', state)).rejects.toMatchObject({ name: 'AppError' });
  });

  it('edits the one comment it has, makes it anew where it is gone, and leaves those of others', async () => {
    const [vendor, repository] = [open(), await shop()];
    for (const text of ['first', 'second']) await vendor.comment(repository, 7, 'packhouse:k1', text);
    expect(fake.comments).toHaveLength(1);
    expect(fake.comments[0]!.text).toContain('second');
    fake.comments[0]!.isForeign = true;
    await vendor.comment(repository, 7, 'packhouse:k1', 'third');
    expect(fake.comments.map(({ text }) => /first|second|third/.exec(text)?.[0])).toEqual(['second', 'third']);
    fake.comments = [];
    await vendor.comment(repository, 7, 'packhouse:k1', 'fourth');
    expect(fake.comments).toHaveLength(1);
  });

  it('shows what is new at its lines where the vendor has reports, and never twice', async () => {
    const [vendor, repository] = [open(), await shop()];
    const findings = Array.from({ length: 150 }, (_, at) => ({
      summary: `GHSA-${at}: left-pad 1.0.${at}`,
      severity: 'Critical' as const,
      path: 'yarn.lock',
      line: at + 1,
    }));
    const report = { title: 'Packhouse', details: '150 new vulnerabilities', isGood: true, url: 'https://packages.example.org/ui/' };
    if (code !== 3 && code !== 4) return expect(vendor.report).toBeUndefined();
    await vendor.report!(repository, sha('a'), { ...report, findings });
    await vendor.report!(repository, sha('a'), { ...report, findings: [...findings.slice(1), { ...findings[0]!, line: null }] });
    expect(fake.reports).toHaveLength(1);
    expect(fake.reports[0]!.annotations).toHaveLength(150);
    expect(fake.reports[0]!.annotations[0]).toEqual({ path: 'yarn.lock', line: 2, said: 'GHSA-1: left-pad 1.0.1', severity: code === 3 ? 'CRITICAL' : 'HIGH' });
    expect(fake.reports[0]!.annotations.at(-1)?.line).toBe(code === 3 ? undefined : 0);
    await vendor.report!(repository, sha('a'), { ...report, findings: [] });
    expect(fake.reports[0]!.annotations).toEqual([]);
  });

  it('takes nothing for an answer that is none', async () => {
    const page = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
    fake.instead = { status: 200, ...page };
    await expect(open().check()).rejects.toMatchObject({ reason: 'vendor_is_another', values: { vendor: name } });
    fake.instead = { status: 302, body: '', headers: { location: 'https://elsewhere.example.org/' } };
    await expect(open().check()).rejects.toMatchObject({ reason: 'vendor_redirects' });
    fake.instead = { status: 500, body: `{"message":"broken by ${fake.token}"}` };
    const error = await open()
      .check()
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ reason: 'vendor_answers', detail: { vendor: 'broken by …' } });
    fake.instead = undefined;
    await expect(open(fake.token, `${fake.url}/nowhere`).check()).rejects.toMatchObject({ name: 'AppError' });
  });

  it('goes easy on a vendor that wants to be left alone', async () => {
    fake.instead = { status: 429, body: 'Retry later', headers: { 'retry-after': '30' } };
    const vendor = open();
    await expect(vendor.repositories()).rejects.toMatchObject({ code: 'too_many_requests' });
    fake.instead = undefined;
    fake.asked = [];
    await expect(vendor.repositories()).rejects.toMatchObject({ reason: 'vendor_quota_spent' });
    expect(fake.asked).toEqual([]);
    // A person who waits is answered all the same.
    await expect(vendor.check()).resolves.toBeDefined();
  });

  it('made no request that a strict vendor would not take', () => {
    expect(fake.faults.filter((fault) => !fault.includes('/statuses/abc'))).toEqual([]);
  });
});

it('stops at a tenth of what a vendor allows, until it allows more', () => {
  let now = 1_000_000_000_000;
  const limiter = makeLimiter(() => now);
  const reset = String(now / 1000 + 60);
  const heard = (remaining: string) => ({ 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset });
  limiter.note(200, heard('501'));
  expect([limiter.waitUntil(), limiter.quota()?.remaining]).toEqual([undefined, 501]);
  limiter.note(200, heard('500'));
  expect(limiter.waitUntil()?.getTime()).toBe(now + 60_000);
  now += 61_000;
  expect(limiter.waitUntil()).toBeUndefined();
  // Secondary limits say only when to come back.
  limiter.note(403, { 'retry-after': '90' });
  expect(limiter.waitUntil()?.getTime()).toBe(now + 90_000);
  limiter.note(200, { 'ratelimit-limit': 'many', 'ratelimit-remaining': '' });
  expect(limiter.quota()?.limit).toBe(5000);
});

it('notices a request that its vendor does not describe', async () => {
  const fake = await startFakeGithub();
  addRepository(fake, 'acme/shop');
  const headers = { authorization: `Bearer ${fake.token}`, 'x-github-api-version': '2022-11-28', 'user-agent': 'test' };
  const answer = await fetch(`${fake.url}/api/v3/repos/acme/shop/hooks?limit=50`, { headers });
  expect([answer.status, fake.faults]).toEqual([200, ['GET /repos/{owner}/{repo}/hooks: asks with limit, which is not described']]);
  await fake.stop();
});

it('finds the next page among links, and none that calls itself something else', () => {
  expect(findNext('<https://a.example/x?a=1,2>; rel="prev", <https://a.example/y>; rel="next"')).toBe('https://a.example/y');
  expect(findNext('<https://a.example/x>; rel="nextpage"')).toBeUndefined();
  expect(findNext(undefined)).toBeUndefined();
});

it('never sends a token to a server that a list names as its next page', async () => {
  const [fake, thief] = [await startFakeGithub(), await startFakeGithub()];
  const vendor = openVendor({ code: 1, url: fake.url, userName: '', token: fake.token }, outgoing);
  fake.instead = { status: 200, body: '[]', headers: { link: `<${thief.url}/api/v3/user/repos?page=2>; rel="next"` } };
  const { cursor } = await vendor.repositories();
  await expect(vendor.repositories(cursor)).rejects.toMatchObject({ reason: 'vendor_leads_away' });
  expect(thief.asked).toEqual([]);
  for (const one of [fake, thief]) await one.stop();
});

it('says of an app password of Bitbucket what to make instead', async () => {
  const fake = await startFakeBitbucketCloud();
  await expect(openVendor({ code: 3, url: fake.url, userName: 'ann', token: 'ATBBold' }, outgoing).check()).rejects.toMatchObject({
    reason: 'vendor_password_outdated',
  });
  await fake.stop();
});

describe('messages of vendors', () => {
  const secret = 'a secret of ours';
  const sum = (raw: Buffer) => createHmac('sha256', secret).update(raw).digest('hex');
  const cases: [VendorCode, object, (raw: Buffer) => Record<string, string>, object[]][] = [
    [
      1,
      { repository: { id: 5 }, pull_request: { number: 3 } },
      (raw) => ({ 'x-hub-signature-256': `sha256=${sum(raw)}`, 'x-github-event': 'pull_request', 'x-github-delivery': 'd1' }),
      [{ vendorId: '5', kind: 'pull request', pullRequest: 3 }],
    ],
    [
      2,
      { project: { id: 5 } },
      () => ({ 'x-gitlab-token': secret, 'x-gitlab-event': 'Push Hook', 'x-gitlab-event-uuid': 'd1' }),
      [{ vendorId: '5', kind: 'push' }],
    ],
    [
      3,
      { repository: { uuid: '{u}' } },
      (raw) => ({ 'x-hub-signature': `sha256=${sum(raw)}`, 'x-event-key': 'repo:push', 'x-request-uuid': 'd1' }),
      [{ vendorId: '{u}', kind: 'push' }],
    ],
    [
      4,
      { pullRequest: { id: 4, toRef: { repository: { id: 5 } } } },
      (raw) => ({ 'x-hub-signature': `sha256=${sum(raw)}`, 'x-event-key': 'pr:from_ref_updated', 'x-request-id': 'd1' }),
      [{ vendorId: '5', kind: 'pull request', pullRequest: 4 }],
    ],
    [
      5,
      { repository: { id: 5 } },
      (raw) => ({ 'x-gitea-signature': sum(raw), 'x-gitea-event': 'push', 'x-gitea-delivery': 'd1' }),
      [{ vendorId: '5', kind: 'push' }],
    ],
  ];

  it.each(cases)('of %i prove where they come from, and tell only where to look', (code, body, headersOf, events) => {
    const raw = Buffer.from(JSON.stringify(body));
    const hooks = hooksOf(code);
    const delivery = hooks.verify(headersOf(raw), raw, secret)!;
    expect([delivery.id, hooks.read(delivery)]).toEqual(['d1', events]);
    expect(hooks.verify(headersOf(raw), raw, 'another')).toBeUndefined();
    expect(hooks.verify(headersOf(raw), raw, '')).toBeUndefined();
    expect(hooks.verify({}, raw, secret)).toBeUndefined();
    if (code !== 2) expect(hooks.verify(headersOf(raw), Buffer.from('{}'), secret)).toBeUndefined();
    expect(hooks.read({ id: 'd', event: 'push', body: { __proto__: null } })).toEqual([]);
  });

  it('of GitLab that are signed may not be old', () => {
    const raw = Buffer.from('{"project":{"id":5}}');
    const sign = (at: number) => {
      const signature = createHmac('sha256', secret).update(`m1.${at}.`).update(raw).digest('base64');
      return { 'webhook-id': 'm1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,AAAA v1,${signature}`, 'x-gitlab-event': 'Push Hook' };
    };
    const now = Math.floor(Date.now() / 1000);
    expect(hooksOf(2).verify(sign(now), raw, secret)?.id).toBe('m1');
    expect(hooksOf(2).verify(sign(now - 400), raw, secret)).toBeUndefined();
  });
});
