import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';

let golden: GoldenRepositories;
let work: Awaited<ReturnType<typeof workFolder>>;
const content = randomBytes(300_000);

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('generic'), workFolder()]);
});
afterAll(async () => {
  await golden?.stop();
  await work?.remove();
});

const curl = (...parameters: string[]) =>
  mustRun(client('curl'), ['-sS', '-f', '-u', `admin:${golden.server.token}`, ...parameters], { cwd: work.path, env: {} });

describe('generic', () => {
  it('FMT-101 uploads and downloads exactly as Set Me Up shows', async () => {
    await work.write({ 'out/artifact.bin': '', 'in/.keep': '' });
    await writeFile(join(work.path, 'out/artifact.bin'), content);
    const result = await followSetup({ server: golden.server, key: golden.virtual, home: work.path, folders: { publish: 'out', resolve: 'in' }, env: {} });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect((await readFile(join(work.path, 'in/artifact.bin'))).equals(content)).toBe(true);
  });

  it('FMT-001 serves local, remote and virtual alike, with ranges, conditions and checksums', async () => {
    const shared = `${golden.upstream.protocol(golden.honest)}/shared/data.bin`;
    await mustRun(client('curl'), ['-sS', '-f', '-u', `admin:${golden.upstream.token}`, '-T', 'out/artifact.bin', shared], { cwd: work.path, env: {} });
    for (const url of [golden.remote, golden.virtual].map((key) => `${golden.server.protocol(key)}/shared/data.bin`)) {
      await curl('-o', 'whole.bin', url);
      expect((await readFile(join(work.path, 'whole.bin'))).equals(content)).toBe(true);
      await curl('-r', '100-199', '-o', 'part.bin', url);
      expect((await readFile(join(work.path, 'part.bin'))).equals(content.subarray(100, 200))).toBe(true);
      const head = (await curl('-I', url)).stdout.toLowerCase();
      expect(head).toContain(`x-checksum-sha256: ${createHash('sha256').update(content).digest('hex')}`);
      const etag = /^etag: (.*)$/im.exec((await curl('-D', '-', '-o', '/dev/null', url)).stdout)?.[1]?.trim();
      expect((await curl('-w', '%{http_code}', '-o', '/dev/null', '-H', `If-None-Match: ${etag}`, url)).stdout).toBe('304');
      expect((await curl(`${url}.sha1`)).stdout).toBe(createHash('sha1').update(content).digest('hex'));
    }
  });

  it('prefers what is ours over what an upstream has at the same path', async () => {
    await work.write({ 'evil.bin': 'evil' });
    await mustRun(
      client('curl'),
      ['-sS', '-f', '-u', `admin:${golden.upstream.token}`, '-T', 'evil.bin', `${golden.upstream.protocol(golden.hostile)}/path/to/artifact.bin`],
      { cwd: work.path, env: {} },
    );
    await curl('-o', 'got.bin', `${golden.server.protocol(golden.virtual)}/path/to/artifact.bin`);
    expect((await readFile(join(work.path, 'got.bin'))).equals(content)).toBe(true);
  });

  it('FMT-001 refuses wrong checksums and strangers, and deletes', async () => {
    const url = `${golden.server.protocol(golden.local)}/a/b.bin`;
    const status = async (...parameters: string[]) =>
      (await runProgram(client('curl'), ['-sS', '-o', '/dev/null', '-w', '%{http_code}', ...parameters], { cwd: work.path, env: {} })).stdout;
    const login = ['-u', `admin:${golden.server.token}`];
    expect(await status(...login, '-T', 'evil.bin', '-H', `X-Checksum-Sha1: ${'0'.repeat(40)}`, url)).toBe('409');
    expect(await status(...login, url)).toBe('404');
    expect(await status('-T', 'evil.bin', url)).toBe('401');
    expect(await status(...login, '-T', 'evil.bin', `${url};stage=ga`)).toBe('201');
    expect(await status(...login, '-X', 'DELETE', url)).toBe('204');
    expect(await status(...login, url)).toBe('404');
  });
});
