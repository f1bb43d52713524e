import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { arrayBuffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';
import { startTlsFront, type TlsFront } from '../tls-front.ts';

let golden: GoldenRepositories;
let front: TlsFront;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('go', 'go'), workFolder()]);
  // The client gives no credentials to plain HTTP.
  front = await startTlsFront(golden.server, work.path);
});
afterAll(async () => {
  // The module cache is read-only by design; the client itself takes it away.
  if (work) await runProgram('go', ['clean', '-modcache'], { cwd: work.path, env: environment(golden?.local ?? '') });
  await front?.stop();
  await golden?.stop();
  await work?.remove();
});

function environment(key: string): Record<string, string> {
  const url = front.server.protocol(key, 'go').replace('://', `://admin:${golden.server.token}@`);
  return {
    HOME: work.path,
    SSL_CERT_FILE: front.caFile,
    GOPATH: join(work.path, 'go'),
    GOCACHE: join(work.path, 'cache'),
    GOPROXY: url,
    GONOSUMDB: 'example.com/*',
    GOFLAGS: '-mod=mod',
    GOTOOLCHAIN: 'local',
    GONOPROXY: 'none',
  };
}

async function moduleZip(name: string, version: string, code: string): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`module ${name}\n\ngo 1.20\n`), `${name}@${version}/go.mod`);
  zip.addBuffer(Buffer.from(`package hello\n\nconst Text = "${code}"\n`), `${name}@${version}/hello.go`);
  zip.end();
  return new Uint8Array(await arrayBuffer(zip.outputStream as Readable));
}
const escaped = (name: string) => name.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
async function publish(server: GoldenRepositories['server'], key: string, name: string, version: string, code = version): Promise<number> {
  const answer = await server.ask(`api/go/${key}/${escaped(name)}/@v/${version}.zip`, { method: 'PUT', body: await moduleZip(name, version, code) });
  return answer.status;
}
const consumer = async (folder: string) => {
  await work.write({ [`${folder}/go.mod`]: 'module consumer\n\ngo 1.20\n', [`${folder}/main.go`]: 'package main\n\nfunc main() {}\n' });
  return join(work.path, folder);
};
const go = (parameters: string[], cwd: string, key: string) => mustRun('go', parameters, { cwd, env: environment(key) });

describe('go', () => {
  it('FMT-101 publishes and gets exactly as Set Me Up shows', async () => {
    await work.write({ 'mine/.keep': '' });
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(work.path, 'mine/v1.0.0.zip'), await moduleZip('example.com/hello', 'v1.0.0', 'hello'));
    await consumer('consumer');
    const { GOPROXY: _, GONOSUMDB: __, ...env } = environment(golden.virtual);
    const result = await followSetup({
      server: front.server,
      key: golden.virtual,
      home: work.path,
      folders: { publish: 'mine', resolve: 'consumer' },
      env: { ...env, CURL_CA_BUNDLE: front.caFile },
    });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect((await go(['list', '-m', 'example.com/hello'], join(work.path, 'consumer'), golden.virtual)).stdout).toContain('v1.0.0');
  });

  it('FMT-008 finds what an upstream has, upper-case names included, and the latest release', async () => {
    for (const version of ['v1.9.0', 'v1.10.0', 'v1.11.0-rc.1'])
      expect(await publish(golden.upstream, golden.honest, 'example.com/Acme/Lib', version)).toBe(201);
    for (const key of [golden.remote, golden.virtual]) {
      const folder = await consumer(`from-${key}`);
      await go(['get', 'example.com/Acme/Lib@latest'], folder, key);
      expect((await go(['list', '-m', 'example.com/Acme/Lib'], folder, key)).stdout).toContain('v1.10.0');
      expect((await go(['list', '-m', '-versions', 'example.com/Acme/Lib'], folder, key)).stdout).toContain('v1.9.0 v1.10.0 v1.11.0-rc.1');
    }
  });

  it('never shows what an upstream offers under a name of ours', async () => {
    expect(await publish(golden.upstream, golden.hostile, 'example.com/hello', 'v1.99.0')).toBe(201);
    const folder = await consumer('victim');
    expect((await go(['list', '-m', '-versions', 'example.com/hello'], folder, golden.virtual)).stdout).not.toContain('v1.99.0');
    const refused = await runProgram('go', ['get', 'example.com/hello@v1.99.0'], { cwd: folder, env: environment(golden.virtual) });
    expect(refused.code, refused.output).not.toBe(0);
  });

  it('FMT-008 refuses other bytes under a published version, a zip with foreign files, and strangers', async () => {
    expect(await publish(golden.server, golden.local, 'example.com/fixed', 'v1.0.0', 'one')).toBe(201);
    expect(await publish(golden.server, golden.local, 'example.com/fixed', 'v1.0.0', 'two')).toBe(409);
    const foreign = await golden.server.ask(`api/go/${golden.local}/example.com/other/@v/v1.0.0.zip`, {
      method: 'PUT',
      body: await moduleZip('example.com/fixed', 'v1.0.0', 'x'),
    });
    expect(foreign.status).toBe(400);
    const stranger = await fetch(`${golden.server.protocol(golden.local, 'go')}/example.com/fixed/@v/list`);
    expect(stranger.status).toBe(401);
  });
});
