import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const megabyte = 1024 * 1024;

/** Sent in chunks, so that no header says how long it is: JSON with blanks behind it. */
function chunked(value: unknown, length: number): ReadableStream<Uint8Array> {
  const text = new TextEncoder().encode(JSON.stringify(value));
  let left = length - text.length;
  return new ReadableStream({
    start: (controller) => controller.enqueue(text),
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(Math.min(left, megabyte)).fill(32));
      left -= megabyte;
    },
  });
}

const build = { name: 'app', number: '1', started: '2026-01-02T03:04:05.678+0000', modules: [] };

describe('bodies that are read whole', () => {
  let test: RepositoryTestPlatform;
  const send = (method: string, path: string, body: BodyInit, as = 'admin') =>
    test.ask(path, { method, as, body, ...(body instanceof ReadableStream ? { duplex: 'half' } : {}) } as RequestInit & { as: string });
  const readCode = async (answer: Response) => [answer.status, ((await answer.json()) as { errors: { code: string }[] }).errors[0]?.code];

  beforeAll(async () => {
    const reading = {
      permission: 'p',
      resourceType: 'repository' as const,
      names: ['files'],
      include: [],
      exclude: [],
      actions: ['read' as const],
      through: 'test',
    };
    test = await startRepositoryPlatform({ actors: { reader: { grants: [reading] } } });
    await test.create({ class: 'local', key: 'files', format: 'generic' });
    await test.create({ class: 'local', key: 'hidden', format: 'generic' });
    for (const key of ['files', 'hidden']) await test.put(`${key}/a`, 'a');
    await send('PUT', 'api/build', JSON.stringify(build));
  });
  afterAll(() => test?.stop());

  it.each([
    ['PATCH', 'api/metadata/files/a', { props: { a: 'b' } }, 1],
    ['PUT', 'api/repositories/new-local', { rclass: 'local', packageType: 'generic' }, 4],
    ['POST', 'api/repositories/files', { description: 'more' }, 4],
    ['PUT', 'api/v2/repositories/batch', [], 4],
    ['PUT', 'api/build', build, 32],
    ['POST', 'api/build/append/app/1', [], 32],
    ['POST', 'api/build/promote/app/1', { status: 'released' }, 1],
    ['POST', 'api/build/retention/app', { count: 5 }, 1],
    ['POST', 'api/build/delete', { buildName: 'app', buildNumbers: ['2'] }, 1],
    ['POST', 'api/search/buildArtifacts', { buildName: 'app', buildNumber: '1' }, 1],
  ])('are refused beyond a limit, though nothing says how long they are: %s %s', async (method, path, value, megabytes) => {
    expect(await readCode(await send(method, path, chunked(value, (megabytes + 1) * megabyte)))).toEqual([413, 'too_large']);
  });

  it.each([
    ['PUT', 'api/build', '{"modules":['],
    ['POST', 'api/build/append/app/1', '['],
  ])('are refused when they are made of more values than can be held: %s %s', async (method, path, start) => {
    expect(await readCode(await send(method, path, `${start}${'[],'.repeat(1_100_000)}`))).toEqual([413, 'too_large']);
  });

  it.each([
    ['PATCH', 'api/metadata/files/a', '{"props":{"a":['],
    ['POST', 'api/repositories/files', '{"more":['],
  ])('are refused when they have more values than others should wait for: %s %s', async (method, path, start) => {
    expect(await readCode(await send(method, path, `${start}${'[],'.repeat(30_000)}[]]}`))).toEqual([413, 'too_large']);
  });

  it('may be as large as a large build is', async () => {
    const artifacts = Array.from({ length: 60_000 }, (_, at) => ({
      name: `module-${at}-with-a-rather-long-name.jar`,
      type: 'jar',
      sha1: 'a'.repeat(40),
      md5: 'b'.repeat(32),
      sha256: 'c'.repeat(64),
    }));
    const large = JSON.stringify({ ...build, number: '2', modules: [{ id: 'a:b:1', artifacts }] });
    expect(large.length).toBeGreaterThan(12 * megabyte);
    expect((await send('PUT', 'api/build', large)).status).toBe(204);
  });

  it.each([
    ['PATCH', 'api/metadata/hidden/a'],
    ['PUT', 'api/repositories/new-local'],
    ['PUT', 'api/build'],
    ['POST', 'api/build/append/app/1'],
    ['POST', 'api/build/promote/app/1'],
    ['POST', 'api/build/retention/app'],
    ['POST', 'api/build/delete'],
  ])('are not looked at when those who send them may not: %s %s', async (method, path) => {
    // Who reads it finds that it is no JSON.
    expect((await send(method, path, 'no JSON', 'anonymous')).status).toBe(401);
    expect([403, 404]).toContain((await send(method, path, 'no JSON', 'reader')).status);
  });
});
