import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { arrayBuffer } from 'node:stream/consumers';
import { getRepositorySetup } from '@packhouse/contract/repositories/package-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, followSetup, type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { type ProgramResult, runProgram } from '../run-client.ts';
import { startTlsFront, type TlsFront } from '../tls-front.ts';

let golden: GoldenRepositories;
let front: TlsFront;
let work: Awaited<ReturnType<typeof workFolder>>;

beforeAll(async () => {
  [golden, work] = await Promise.all([startGoldenRepositories('terraform', 'terraform'), workFolder()]);
  // The client speaks to registries and mirrors over TLS alone, and a registry's name must have a dot.
  front = await startTlsFront(golden.server, work.path, '127.0.0.1');
});
afterAll(async () => {
  await front?.stop();
  await golden?.stop();
  await work?.remove();
});

async function zip(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(files)) archive.addBuffer(Buffer.from(text), name, { mode: 0o100755 });
  archive.end();
  return new Uint8Array(await arrayBuffer(archive.outputStream as Readable));
}
const moduleZip = (text: string) => zip({ 'main.tf': `output "text" {\n  value = "${text}"\n}\n` });
const providerZip = (type: string, version: string) => zip({ [`terraform-provider-${type}_v${version}`]: '#!/bin/sh\nexit 1\n' });

const put = async (server: ClientServer, key: string, path: string, body: Uint8Array<ArrayBuffer>) =>
  (await server.ask(`api/terraform/${key}/${path}`, { method: 'PUT', body })).status;
const publishModule = async (server: ClientServer, key: string, name: string, version: string, text = version) =>
  put(server, key, `${name}/${version}.zip`, await moduleZip(text));
async function publishProvider(server: ClientServer, key: string, name: string, version: string): Promise<number> {
  const type = name.split('/')[1] ?? '';
  return put(server, key, `${name}/${version}/terraform-provider-${type}_${version}_linux_amd64.zip`, await providerZip(type, version));
}

const moduleBlock = (source: string, version: string) =>
  `module "one" {\n  source = "${source}"\n  version = "${version}"\n}\noutput "text" {\n  value = module.one.text\n}\n`;
const providerBlock = (source: string, version: string) =>
  `terraform {\n  required_providers {\n    one = {\n      source = "${source}"\n      version = "${version}"\n    }\n  }\n}\n`;

/** Settings that know one repository, as Set Me Up writes them. */
async function environmentFor(key: string): Promise<Record<string, string>> {
  const { snippets } = await front.server.call(getRepositorySetup, { params: { repoKey: key } });
  const file = join(work.path, `${key}.tfrc`);
  await writeFile(file, snippets.find((snippet) => snippet.file !== undefined)?.text ?? '');
  return environment(file);
}
const environment = (file: string): Record<string, string> => ({
  HOME: work.path,
  SSL_CERT_FILE: front.caFile,
  TF_CLI_CONFIG_FILE: file,
  TF_IN_AUTOMATION: '1',
  [`TF_TOKEN_${front.server.host}`]: golden.server.token,
});

let projects = 0;
/** Runs the client in a new folder with this configuration. */
async function tofu(configuration: string, env: Record<string, string>, ...commands: string[][]): Promise<ProgramResult> {
  const folder = `project-${++projects}`;
  await work.write({ [`${folder}/main.tf`]: configuration });
  let result: ProgramResult = { code: -1, stdout: '', output: '' };
  for (const parameters of commands) {
    result = await runProgram(client('tofu'), [...parameters, '-no-color'], { cwd: join(work.path, folder), env });
    if (result.code !== 0) return result;
  }
  return result;
}
const init = ['init', '-input=false'];
const apply = ['apply', '-input=false', '-auto-approve'];

describe('terraform', () => {
  it('FMT-101 publishes and uses a module, a provider and a state exactly as Set Me Up shows', async () => {
    await work.write({ 'mine/.keep': '', 'consumer/.keep': '' });
    await writeFile(join(work.path, 'mine/network.zip'), await moduleZip('hello'));
    await writeFile(join(work.path, 'mine/terraform-provider-hello_1.0.0_linux_amd64.zip'), await providerZip('hello', '1.0.0'));
    const result = await followSetup({
      server: front.server,
      key: golden.virtual,
      home: work.path,
      folders: { publish: 'mine', resolve: 'consumer' },
      env: { SSL_CERT_FILE: front.caFile, CURL_CA_BUNDLE: front.caFile, TF_CLI_ARGS: '-no-color', PATH: `${dirname(client('tofu'))}:${process.env.PATH}` },
    });
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(result.output).toMatch(/Installed .*acme\/hello v1\.0\.0 \(signed, key ID [0-9A-F]{16}\)/);
    expect(result.output).toContain('Downloading');
  });

  it('FMT-012 finds modules and signed providers of an upstream through a remote and a virtual repository', async () => {
    for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1']) {
      expect(await publishModule(golden.upstream, golden.honest, 'lib/vpc/aws', version)).toBe(201);
      expect(await publishProvider(golden.upstream, golden.honest, 'lib/cloud', version)).toBe(201);
    }
    for (const key of [golden.remote, golden.virtual]) {
      const env = await environmentFor(key);
      const module = await tofu(moduleBlock(`${front.server.host}/lib/vpc/aws`, '~> 1.0'), env, init, apply);
      expect(module.code, module.output).toBe(0);
      expect(module.output).toContain('text = "1.10.0"');
      const provider = await tofu(providerBlock(`${front.server.host}/lib/cloud`, '~> 1.0'), env, init);
      expect(provider.code, provider.output).toBe(0);
      expect(provider.output).toMatch(/Installed .*lib\/cloud v1\.10\.0 \(signed/);
    }
  });

  it('FMT-012 serves providers of any host as a network mirror', async () => {
    for (const key of [golden.local, golden.remote, golden.virtual]) {
      if (key === golden.local) expect(await publishProvider(golden.server, golden.local, 'mirrored/cloud', '1.0.0')).toBe(201);
      const file = join(work.path, `${key}-mirror.tfrc`);
      const url = `${front.server.protocol(key, 'terraform')}/v1/mirror/`;
      await writeFile(file, `provider_installation {\n  network_mirror {\n    url = "${url}"\n  }\n}\n`);
      const name = key === golden.local ? 'mirrored/cloud' : 'lib/cloud';
      const result = await tofu(providerBlock(`registry.example.com/${name}`, '~> 1.0'), environment(file), init);
      expect(result.code, result.output).toBe(0);
      expect(result.output).toMatch(/Installed registry\.example\.com\/\w+\/cloud v1\./);
    }
  });

  it('FMT-012 lets a client that knows the host alone name the repository in the namespace', async () => {
    await work.write({ 'plain.tfrc': '' });
    const source = `${front.server.host}/${golden.virtual}__lib/vpc/aws`;
    const result = await tofu(moduleBlock(source, '1.9.0'), environment(join(work.path, 'plain.tfrc')), init, apply);
    expect(result.code, result.output).toBe(0);
    expect(result.output).toContain('text = "1.9.0"');
  });

  it('CORE-007 never shows what an upstream offers under a name of ours', async () => {
    expect(await publishModule(golden.server, golden.local, 'ours/net/aws', '1.0.0')).toBe(201);
    expect(await publishProvider(golden.server, golden.local, 'ours/cloud', '1.0.0')).toBe(201);
    expect(await publishModule(golden.upstream, golden.hostile, 'ours/net/aws', '99.0.0')).toBe(201);
    expect(await publishProvider(golden.upstream, golden.hostile, 'ours/cloud', '99.0.0')).toBe(201);
    const env = await environmentFor(golden.virtual);
    const module = await tofu(moduleBlock(`${front.server.host}/ours/net/aws`, '>= 1.0.0'), env, init, apply);
    expect(module.output).toContain('text = "1.0.0"');
    const provider = await tofu(providerBlock(`${front.server.host}/ours/cloud`, '>= 1.0.0'), env, init);
    expect(provider.output).toMatch(/Installed .*ours\/cloud v1\.0\.0/);
    const refused = await tofu(moduleBlock(`${front.server.host}/ours/net/aws`, '99.0.0'), env, init);
    expect(refused.code, refused.output).not.toBe(0);
  });

  it('FMT-012 keeps a state, refuses while somebody else holds its lock, and lets the lock be broken', async () => {
    const address = `${front.server.protocol(golden.local, 'terraform')}/v1/state/team/one`;
    const env = {
      ...environment(join(work.path, 'none.tfrc')),
      TF_HTTP_ADDRESS: address,
      TF_HTTP_LOCK_ADDRESS: address,
      TF_HTTP_UNLOCK_ADDRESS: address,
      TF_HTTP_USERNAME: 'admin',
      TF_HTTP_PASSWORD: golden.server.token,
    };
    await work.write({ 'none.tfrc': '' });
    const configuration = 'terraform {\n  backend "http" {}\n}\nresource "terraform_data" "one" {\n  input = "kept"\n}\n';
    const first = await tofu(configuration, env, init, apply);
    expect(first.code, first.output).toBe(0);
    const shown = await tofu(configuration, env, init, ['show']);
    expect(shown.stdout).toContain('kept');
    const path = `api/terraform/${golden.local}/v1/state/team/one`;
    const info = { ID: 'other-lock', Operation: 'OperationTypeApply', Info: '', Who: 'somebody@else', Version: '1', Created: '2026-01-01T00:00:00Z', Path: '' };
    expect((await golden.server.ask(path, { method: 'LOCK', body: JSON.stringify(info) })).status).toBe(200);
    const refused = await tofu(configuration, env, init, apply);
    expect(refused.code, refused.output).not.toBe(0);
    expect(refused.output).toContain('somebody@else');
    const broken = await tofu(configuration, env, init, ['force-unlock', '-force', 'other-lock']);
    expect(broken.code, broken.output).toBe(0);
    const after = await tofu(configuration, env, init, apply);
    expect(after.code, after.output).toBe(0);
  });
});
