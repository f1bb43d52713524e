import { describe, expect, it } from 'vitest';
import type { SigningContext, Want } from '../format.ts';
import { fileRow, makeRequest, packTar, readRows, stagedBytes } from '../test-fixtures.ts';
import { readConfiguration } from './configuration.ts';
import { inspectModule } from './module-archive.ts';
import { terraform } from './terraform.ts';
import { archiveSource } from './terraform-listing.ts';

const classify = (path: string) => terraform.classify(makeRequest('GET', path));
const context = (access?: string): SigningContext => ({
  baseUrl: 'https://host/artifactory/api/terraform/tf',
  request: makeRequest('GET', ''),
  ...(access ? { access } : {}),
  signer: async () => ({
    detached: async () => '-----BEGIN PGP SIGNATURE-----\n\nAQID\n=abcd\n-----END PGP SIGNATURE-----\n',
    keys: [{ id: 'ABCD', armoured: 'key' }],
  }),
});
const provider = (platform: string) => fileRow(`acme/hello/1.0.0/terraform-provider-hello_1.0.0_${platform}.zip`);
const rows = readRows([{ package: 'acme/hello', version: '1.0.0', facts: {}, files: [provider('linux_amd64'), provider('darwin_arm64')] }]);

async function ask(path: string, access?: string) {
  const want = classify(path) as Want;
  const model = await terraform.load!(want, rows);
  return want.signs && model ? terraform.renderSigned!(want, model, context(access)) : model && terraform.render!(want, model, context());
}

describe('terraform', () => {
  it('tells modules, providers and calls apart', () => {
    expect(terraform.locate('acme/network/aws/1.0.0.tar.gz')).toEqual({ package: 'acme/network/aws', version: '1.0.0', lead: true });
    expect(terraform.locate('acme/hello/1.0.0/terraform-provider-hello_1.0.0_linux_amd64.zip')).toEqual({
      package: 'acme/hello',
      version: '1.0.0',
      lead: true,
    });
    expect(terraform.locate('acme/hello/1.0.0/terraform-provider-other_1.0.0_linux_amd64.zip')).toBeUndefined();
    expect(terraform.locate('acme/network/aws/latest.zip')).toBeUndefined();
    expect(classify('v1/modules/Acme/network/aws/versions')).toMatchObject({ kind: 'index', package: 'acme/network/aws' });
    expect(classify('v1/providers/acme/hello/1.0/download/linux/amd64')).toBeUndefined();
    expect(classify('v1/anything')).toBeUndefined();
  });

  it('describes a package with links that carry the caller’s access, and signs its checksums', async () => {
    const answer = JSON.parse(String((await ask('v1/providers/acme/hello/1.0.0/download/linux/amd64', 'access_token=t'))?.body));
    expect(answer).toMatchObject({
      os: 'linux',
      arch: 'amd64',
      shasum: provider('linux_amd64').sha256,
      signing_keys: { gpg_public_keys: [{ key_id: 'ABCD', ascii_armor: 'key' }] },
    });
    expect(answer.download_url).toBe(
      'https://host/artifactory/api/terraform/tf/acme/hello/1.0.0/terraform-provider-hello_1.0.0_linux_amd64.zip?access_token=t',
    );
    expect(await ask('v1/providers/acme/hello/1.0.0/download/windows/amd64')).toBeUndefined();
    const sums = String((await ask('v1/providers/acme/hello/1.0.0/SHA256SUMS'))?.body);
    expect(sums.split('\n')).toHaveLength(3);
    expect((await ask('v1/providers/acme/hello/1.0.0/SHA256SUMS.sig'))?.body).toEqual(Buffer.from([1, 2, 3]));
  });

  it('reads where an upstream keeps a module, and leaves to the client what is no archive', () => {
    expect(archiveSource('https://a.test/x/one.zip//sub/folder?ref=1')).toEqual({
      url: 'https://a.test/x/one.zip?ref=1',
      ending: 'zip',
      folder: '//sub/folder',
    });
    expect(archiveSource('https://a.test/tarball/v1?archive=tar.gz')).toEqual({ url: 'https://a.test/tarball/v1', ending: 'tar.gz', folder: '' });
    expect(archiveSource('https://a.test//x.zip')).toEqual({ url: 'https://a.test//x.zip', ending: 'zip', folder: '' });
    for (const none of ['git::https://a.test/x.git?ref=v1', 'https://a.test', 'https://a.test?archive=zip', 'https://a.test/x//y.zip'])
      expect(archiveSource(none)).toBeUndefined();
    const want = classify('v1/modules/a/b/c/1.0.0/download') as Want;
    const model = terraform.parse!(want, Buffer.from('git::https://a.test/x.git?ref=v1'), { url: 'https://a.test/', contentType: '' });
    return expect(terraform.renderSigned!(want, model, context())).resolves.toMatchObject({
      status: 204,
      headers: { 'x-terraform-get': 'git::https://a.test/x.git?ref=v1' },
    });
  });

  it('refuses a module’s source that is no header’s value', () => {
    const want = classify('v1/modules/a/b/c/1.0.0/download') as Want;
    const read = (location: string) => terraform.parse!(want, Buffer.from(JSON.stringify({ location })), { url: 'https://a.test/', contentType: '' });
    for (const location of [`https://a.test/${'x'.repeat(8000)}.zip`, 'https://a.test/x.zip?\nx', 'https://a.test/x.zip\r\nset-cookie: a=b'])
      expect(() => read(location)).toThrow('registry document');
    expect(read(`https://a.test/x.zip?signature=${'x'.repeat(4000)}`)).toMatchObject({ moduleSource: expect.stringContaining('signature') });
  });

  it('refuses documents that are none', () => {
    for (const path of ['v1/modules/a/b/c/versions', 'v1/providers/a/b/1.0.0/download/linux/amd64', 'v1/providers/a/b/versions'])
      expect(() => terraform.parse!(classify(path) as Want, Buffer.from('<html>'), { url: 'https://a.test/', contentType: 'text/html' })).toThrow(
        'registry document',
      );
  });

  it('reads blocks out of configurations, however they are written', () => {
    const source = `/* { */ locals { x = { a = "}" } }\nvariable "a" {\n  default = <<-EOT\n    } variable "no" {\n  EOT\n}\nmodule "m" { source = "s" }\noutput "o" { value = "\${var.a}-x" }`;
    expect(readConfiguration(source).map(({ type, labels }) => [type, ...labels])).toEqual([['locals'], ['variable', 'a'], ['module', 'm'], ['output', 'o']]);
    expect(() => readConfiguration('{'.repeat(100_000))).not.toThrow();
  });

  it('reads on behind what is opened and never closed, however often it is opened', () => {
    const read = (source: string) => readConfiguration(source).map(({ type, labels }) => [type, ...labels]);
    const block = '\nvariable "a" {\n}\n';
    for (const opening of ['/*x', '<<A\n', '<<A', '\\"']) expect(read(`${block}" ${opening.repeat(600_000 / opening.length)}`)).toEqual([['variable', 'a']]);
    for (const opening of ['x = /* ', 'x = <<A\n', 'x = "\\']) expect(read(`${opening}${block}`)).toEqual([['variable', 'a']]);
    expect(read(`x = <<A\n} variable "no" {\nAB\n  A${block}y = <<B\nB${block}`)).toEqual([
      ['variable', 'a'],
      ['variable', 'a'],
    ]);
  });

  it('reads only the start of a very large configuration', async () => {
    const blocks = (count: number) => 'output "o" {}\n'.repeat(count);
    const inspect = async (text: string) =>
      (await inspectModule({ package: 'acme/network/aws', version: '1.0.0', lead: true }, 'a.tar.gz', stagedBytes(await packTar({ 'main.tf': text })))).facts
        ?.display;
    expect(await inspect(blocks(100))).toMatchObject({ Outputs: '100' });
    expect(await inspect(`${blocks(100)}${' '.repeat(256 * 1024)}${blocks(100)}`)).toMatchObject({ Outputs: '100' });
  });
});
