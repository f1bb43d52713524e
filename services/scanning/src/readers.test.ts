import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { summariseArtifacts } from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { scanArtifact } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { getArtifactAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { listHeldComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { packDeb } from '@packhouse/formats/debian/test-deb.ts';
import { packRpm } from '@packhouse/formats/rpm/test-rpm.ts';
import { packTar, packZip, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: ScanningTestPlatform;
beforeAll(async () => {
  test = await startScanningPlatform();
  for (const format of ['pypi', 'gems', 'nuget', 'helm', 'terraform', 'debian', 'rpm', 'alpine', 'go', 'docker', 'cargo', 'swift'] as const)
    await test.create({ class: 'local', key: `my-${format}`, format });
});
afterAll(() => test.stop());

/** What a version holds beside itself. */
async function heldBy(packageId: string, version: string): Promise<string[]> {
  const details = await test.scanned(packageId, version);
  expect([packageId, details.status, details.reason]).toEqual([packageId, 'scanned', null]);
  const { data } = await test.call(listHeldComponents, { query: { packageId, version, num_of_rows: 500 } });
  return data
    .filter(({ location }) => location !== '')
    .map(({ purl }) => purl)
    .sort();
}

const length = (text: Buffer) => (text.length < 128 ? Buffer.from([text.length]) : Buffer.from([(text.length & 0x7f) | 0x80, text.length >> 7]));

/** A program as Go's linker leaves it, as far as it speaks of modules. */
function makeGoProgram(lines: readonly string[]): Buffer {
  const compiler = Buffer.from('go1.22.3');
  const list = Buffer.concat([Buffer.alloc(16, 1), Buffer.from(lines.map((line) => `${line}\n`).join('')), Buffer.alloc(16, 2)]);
  const head = Buffer.concat([Buffer.from('\xff Go buildinf:', 'latin1'), Buffer.from([8, 2]), Buffer.alloc(16)]);
  return Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(60), head, length(compiler), compiler, length(list), list]);
}

/** A program in ELF with one section beside that of the names. */
function makeElf(name: string, content: Buffer): Buffer {
  const names = Buffer.from(`\0${name}\0.shstrtab\0`);
  const head = Buffer.alloc(64);
  head.write('\x7fELF', 'latin1');
  head.set([2, 1, 1], 4);
  head.writeBigUInt64LE(BigInt(64 + content.length + names.length), 0x28);
  for (const [at, value] of [64, 3, 2].entries()) head.writeUInt16LE(value, 0x3a + at * 2);
  const section = (at: number, start: number, size: number) => {
    const one = Buffer.alloc(64);
    one.writeUInt32LE(at, 0);
    one.writeBigUInt64LE(BigInt(start), 0x18);
    one.writeBigUInt64LE(BigInt(size), 0x20);
    return one;
  };
  const sections = [Buffer.alloc(64), section(1, 64, content.length), section(name.length + 2, 64 + content.length, names.length)];
  return Buffer.concat([head, content, names, ...sections]);
}

const crates = {
  packages: [
    { name: 'own', version: '0.1.0', source: 'local' },
    { name: 'serde', version: '1.0.1', source: 'crates.io' },
  ],
};
const goProgram = makeGoProgram([
  'path\texample.com/app',
  'mod\texample.com/app\t(devel)\t',
  'dep\tgolang.org/x/net\tv0.1.0\th1:x',
  'dep\ta.b/c\tv1.0.0',
  '=>\ta.b/d\tv1.2.0\th1:y',
]);
const goModules = ['pkg:golang/a.b/d@v1.2.0', 'pkg:golang/golang.org/x/net@v0.1.0', 'pkg:golang/stdlib@1.22.3'];
const rustProgram = makeElf('.dep-v0', deflateSync(JSON.stringify(crates)));

/** One entry of a cpio archive in the form of distributions. */
function cpioEntry(name: string, content: Buffer, mode = 0o100755): Buffer {
  const fields = [1, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length + 1, 0].map((field) => field.toString(16).padStart(8, '0')).join('');
  const pad = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  return Buffer.concat([pad(Buffer.from(`070701${fields}${name}\0`)), pad(content)]);
}

describe('scans look into', () => {
  it('packages of Python: what is in them, and what they leave no choice of', async () => {
    const metadata =
      'Metadata-Version: 2.1\nName: shop\nVersion: 1.0\nRequires-Dist: requests==2.19.1\nRequires-Dist: six>=1.0\nRequires-Dist: nose==1.0; extra == "test"\n';
    const wheel = await packZip({
      'shop-1.0.dist-info/METADATA': metadata,
      'shop/_vendor/idna-2.0.dist-info/METADATA': 'Name: idna\nVersion: 2.0\n',
      'shop/bin/helper': goProgram,
    });
    await test.put('my-pypi/shop/1.0/shop-1.0-py3-none-any.whl', wheel);
    expect(await heldBy('pypi://shop', '1.0')).toEqual([...goModules, 'pkg:pypi/idna@2.0', 'pkg:pypi/requests@2.19.1', 'pkg:pypi/shop@1.0'].sort());
  });

  it('modules of Go and what their go.mod asks for', async () => {
    const mod = 'module example.com/shop\n\nrequire (\n\tgolang.org/x/text v0.3.0\n\ta.b/c v1.0.0 // indirect\n)\n';
    await test.put('my-go/example.com/shop/@v/v1.0.0.zip', await packZip({ 'example.com/shop@v1.0.0/go.mod': mod }));
    expect(await heldBy('go://example.com/shop', 'v1.0.0')).toEqual(['pkg:golang/a.b/c@v1.0.0', 'pkg:golang/golang.org/x/text@v0.3.0']);
  });

  it('PKG-022 whoever names the go.mod of a module means its archive', async () => {
    const at = (ending: string) => `example.com/shop/@v/v1.0.0.${ending}`;
    const { artifacts, errors } = await test.call(summariseArtifacts, { body: { paths: ['mod', 'zip'].map((ending) => `default/my-go/${at(ending)}`) } });
    expect(errors).toEqual([]);
    expect(artifacts.map(({ general }) => general.path)).toEqual([`default/my-go/${at('zip')}`]);
    const { alert } = await test.call(getArtifactAlert, { query: { repoKey: 'my-go', path: at('mod') } });
    expect(alert).toMatchObject({ packageId: 'go://example.com/shop', version: 'v1.0.0' });
    expect((await test.call(scanArtifact, { body: { repo: 'my-go', path: at('mod') } })).status).not.toBe('not scanned');
  });

  it('gems, and the archive in which they keep their files', async () => {
    const spec = '--- !ruby/object:Gem::Specification\nname: shop\nversion: !ruby/object:Gem::Version\n  version: 1.0.0\n';
    const data = await packTar({
      'Gemfile.lock': 'GEM\n  remote: x\n  specs:\n    rack (2.0.1)\n      base (>= 1)\n    nokogiri (1.8.0-x86_64-linux)\n\nPLATFORMS\n  ruby\n',
    });
    await test.put('my-gems/gems/shop-1.0.0.gem', await packTar({ 'metadata.gz': gzipSync(spec), 'data.tar.gz': data }, false));
    expect(await heldBy('gems://shop', '1.0.0')).toEqual(['pkg:gem/nokogiri@1.8.0', 'pkg:gem/rack@2.0.1']);
  });

  it('packages of NuGet, whose clients take the lowest version that fits', async () => {
    const dependencies = '<dependencies><dependency id="Json" version="9.0.1" /><dependency id="Log" version="(1.0,2.0)" /></dependencies>';
    const nuspec = `<package><metadata><id>Shop</id><version>1.0.0</version>${dependencies}</metadata></package>`;
    const deps = JSON.stringify({ libraries: { 'Shop/1.0.0': { type: 'project' }, 'Dapper/1.50.0': { type: 'package' } } });
    await test.put('my-nuget/shop/1.0.0/shop.1.0.0.nupkg', await packZip({ 'Shop.nuspec': nuspec, 'tools/net8.0/any/Shop.deps.json': deps }));
    expect(await heldBy('nuget://shop', '1.0.0')).toEqual(['pkg:nuget/dapper@1.50.0', 'pkg:nuget/json@9.0.1']);
  });

  it('crates, packages of Swift and modules of Terraform, by what fixes their dependencies', async () => {
    const lock =
      '[[package]]\nname = "shop"\nversion = "1.0.0"\n\n[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+https://example.com/index"\n';
    const crate = { 'shop-1.0.0/Cargo.toml': '[package]\nname = "shop"\nversion = "1.0.0"\n', 'shop-1.0.0/Cargo.lock': lock };
    await test.put('my-cargo/crates/shop/shop-1.0.0.crate', await packTar(crate));
    expect(await heldBy('cargo://shop', '1.0.0')).toEqual(['pkg:cargo/serde@1.0.1']);
    const pins = { pins: [{ location: 'https://github.com/apple/swift-nio.git', state: { version: '2.41.0' } }], version: 2 };
    const source = { 'shop/Package.swift': '// swift-tools-version:5.9\n', 'shop/Package.resolved': JSON.stringify(pins) };
    await test.put('my-swift/acme/shop/shop-1.0.0.zip', await packZip(source));
    expect(await heldBy('swift://acme.shop', '1.0.0')).toEqual(['pkg:swift/github.com/apple/swift-nio@2.41.0']);
    const main = 'module "vpc" {\n  source  = "terraform-aws-modules/vpc/aws"\n  version = "5.1.0"\n}\n';
    await test.put('my-terraform/acme/network/aws/1.0.0.zip', await packZip({ 'main.tf': main }));
    expect(await heldBy('terraform://acme/network/aws', '1.0.0')).toHaveLength(1);
  });

  it('charts: the images they name, and the charts in them', async () => {
    const values =
      'image:\n  registry: ghcr.io\n  repository: shop/web\n  tag: 1.4\nsidecar:\n  image: envoy:v1.20.0\nnone:\n  image:\n    repository: unknown\n';
    const chart = await packTar({
      'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'shop/values.yaml': values,
      'shop/charts/redis/Chart.yaml': 'name: redis\nversion: 17.0.1\n',
      'shop/Chart.lock': 'dependencies:\n  - name: common\n    version: 2.2.2\n',
    });
    await test.put('my-helm/shop-1.0.0.tgz', chart);
    expect(await heldBy('helm://shop', '1.0.0')).toEqual([
      'pkg:docker/envoy@v1.20.0',
      'pkg:docker/ghcr.io/shop/web@1.4',
      'pkg:helm/common@2.2.2',
      'pkg:helm/redis@17.0.1',
    ]);
  });

  it('packages of distributions, of which they say that nobody knows whose they are', async () => {
    const control = await packTar({ './control': 'Package: shop\nVersion: 1.0\nArchitecture: amd64\nMaintainer: a\nDescription: a shop\n' });
    await test.put('my-debian/pool/shop_1.0_amd64.deb', packDeb(control, { data: await packTar({ './usr/bin/shop': goProgram }) }));
    expect(await heldBy('debian://shop', '1.0')).toEqual(goModules);
    const entries = [
      cpioEntry('./usr/bin', Buffer.alloc(0), 0o40755),
      cpioEntry('./usr/bin/shop', rustProgram),
      cpioEntry('./usr/share/doc/readme', Buffer.from('x'), 0o100644),
    ];
    const payload = gzipSync(Buffer.concat([...entries, cpioEntry('TRAILER!!!', Buffer.alloc(0), 0)]));
    await test.put('my-rpm/shop-1.0-1.x86_64.rpm', packRpm({ 1000: 'shop', 1001: '1.0', 1002: '1', 1022: 'x86_64', 1124: 'cpio', 1125: 'gzip' }, payload));
    expect(await heldBy('rpm://shop', '1.0-1')).toEqual(['pkg:cargo/serde@1.0.1']);
    expect(await test.scanned('rpm://shop', '1.0-1')).toMatchObject({ partial: expect.stringContaining('does not say which distribution') });
    // Its parts are one archive in several packings: only the last has the end of a tar.
    const cut = async (files: Record<string, string>) => gzipSync((await packTar(files, false)).subarray(0, -1024));
    const info = await cut({ '.PKGINFO': 'pkgname = shop\npkgver = 1.0-r0\narch = x86_64\norigin = shop\n' });
    const content = await packTar({ 'usr/bin/shop': goProgram, 'usr/share/node_modules/a/package.json': '{"name":"a","version":"1.0.0"}' });
    await test.put('my-alpine/edge/main/x86_64/shop-1.0-r0.apk', Buffer.concat([await cut({ '.SIGN.RSA.key.pub': 'x' }), info, content]));
    expect(await heldBy('alpine://shop', '1.0-r0')).toEqual([...goModules, 'pkg:npm/a@1.0.0']);
    await test.put(
      'my-alpine/edge/main/x86_64/shop-2.0-r0.apk',
      Buffer.concat([await cut({ '.PKGINFO': 'pkgname = shop\npkgver = 2.0-r0\narch = x86_64\n' }), content.subarray(0, -40)]),
    );
    expect(await test.scanned('alpine://shop', '2.0-r0')).toMatchObject({ status: 'scan failed', reason: expect.stringContaining('cannot be read') });
  });

  it('programs in images, unless a package of the distribution brought them', async () => {
    const files = {
      'etc/os-release': 'ID=debian\nVERSION_ID=12\n',
      'var/lib/dpkg/status': 'Package: tool\nStatus: install ok installed\nVersion: 1.0\n',
      'var/lib/dpkg/info/tool.list': '/usr/bin/tool\n',
      'usr/bin/tool': rustProgram,
      'app/server': goProgram,
      'app/cli-v1.2.3': rustProgram,
      'app/notes': 'no program at all',
    };
    await test.pushImage('my-docker', 'shop', '1', [await packTar(files)]);
    expect(await heldBy('docker://shop', '1')).toEqual([...goModules, 'pkg:cargo/serde@1.0.1', 'pkg:deb/debian/tool@1.0?distro=debian-12'].sort());
  });
});

describe('plain files', () => {
  const inspect = async (path: string, body: Buffer | string) => {
    await test.put(`files/${path}`, body);
    const version = createHash('sha256').update(body).digest('hex').slice(0, 12);
    return { version, details: await test.scanned(`generic://${path}`, version) };
  };
  beforeAll(() => test.create({ class: 'local', key: 'files', format: 'generic' }));

  it('are looked into when they are programs or archives', async () => {
    await inspect('tools/app.exe', goProgram).then(async ({ version }) => expect(await heldBy('generic://tools/app.exe', version)).toEqual(goModules));
    const app = await packZip({ 'app/node_modules/a/package.json': '{"name":"a","version":"1.0.0"}' });
    await inspect('app.zip', app).then(async ({ version }) => expect(await heldBy('generic://app.zip', version)).toEqual(['pkg:npm/a@1.0.0']));
  });

  it('are read by their names when they are lock files, and say so when they list nothing', async () => {
    const lock = '{"packages":[{"name":"a/b","version":"v1.0.0"}]}';
    await inspect('shop/composer.lock', lock).then(async ({ version }) =>
      expect(await heldBy('generic://shop/composer.lock', version)).toEqual(['pkg:composer/a/b@v1.0.0']),
    );
    await inspect('broken/composer.lock', lock.slice(0, 30)).then(({ details }) =>
      expect(details).toMatchObject({ status: 'scanned', partial: 'It names no packages' }),
    );
  });

  const purls = [
    'pkg:npm/%40a/b@1.0.0',
    'pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12&upstream=openssl%403.0.11',
    'pkg:maven/org.demo/deep@1.1',
  ];
  it.each([
    [
      'CycloneDX',
      'shop.cdx.json',
      {
        bomFormat: 'CycloneDX',
        components: [
          { name: 'x', purl: purls[0], components: [{ name: 'y', purl: purls[1] }] },
          { name: 'z', purl: purls[2] },
          { name: 'own', version: '1' },
        ],
      },
    ],
    [
      'SPDX',
      'shop.spdx.json',
      {
        spdxVersion: 'SPDX-2.3',
        packages: [
          { SPDXID: 'root', name: 'shop' },
          ...purls.map((one) => ({ SPDXID: one, name: 'x', externalRefs: [{ referenceType: 'purl', referenceLocator: one }] })),
          { name: 'own', versionInfo: '1' },
        ],
        relationships: [{ relationshipType: 'DESCRIBES', relatedSpdxElement: 'root' }],
      },
    ],
  ])('are judged by what they list when they are bills of materials in %s', async (_kind, path, document) => {
    const { version } = await inspect(path, JSON.stringify(document));
    expect(await heldBy(`generic://${path}`, version)).toEqual([
      'pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12',
      'pkg:generic/own@1',
      'pkg:maven/org.demo/deep@1.1',
      'pkg:npm/%40a/b@1.0.0',
    ]);
  });

  it.each([
    ['no JSON', '{"bomFormat":'],
    ['another document', '{"bomFormat":"another"}'],
    ['JSON that is nested without end', `{"bomFormat":"CycloneDX","components":${'['.repeat(2_000_000)}`],
    [
      'too many components',
      JSON.stringify({ bomFormat: 'CycloneDX', components: Array.from({ length: 50_001 }, (_, at) => ({ name: `${at}`, version: '1' })) }),
    ],
  ])('are refused as bills when they are %s', async (kind, body) => {
    const { details } = await inspect(`${kind.length}.cdx.json`, body);
    expect(details).toMatchObject({ status: 'scan failed', reason: expect.stringMatching(/no CycloneDX|more than 50000|too many names/) });
  });
});
