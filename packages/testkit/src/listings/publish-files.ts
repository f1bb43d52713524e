import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { makeManifest } from '@packhouse/formats/conan/test-recipe.ts';
import { tar, tarGz, zip } from '@packhouse/formats/demo/archives.ts';
import { packRpm } from '@packhouse/formats/rpm/test-rpm.ts';
import type { Ask, PublishVersion } from './listed-format.ts';

type Body = Buffer | FormData | string;

async function send(ask: Ask, method: string, path: string, body: Body, headers: Record<string, string> = {}): Promise<void> {
  const answer = await ask(path, { method, headers, body: body as BodyInit });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
}

/** https://wiki.alpinelinux.org/wiki/Apk_spec */
export async function publishApk(ask: Ask, path: string, name: string, version: string): Promise<void> {
  const data = await tarGz({ [`usr/share/${name}`]: version });
  const hash = createHash('sha256').update(data).digest('hex');
  const info = `pkgname = ${name}\npkgver = ${version}\npkgdesc = A package\narch = x86_64\nlicense = MIT\ndatahash = ${hash}\n`;
  const apk = [await tarGz({ '.SIGN.RSA.builder.rsa.pub': 'signature' }), await tarGz({ '.PKGINFO': info }), data];
  await send(ask, 'PUT', path, Buffer.concat(apk));
}

export async function publishRpm(ask: Ask, path: string, name: string, version: string): Promise<void> {
  const tags = { 1000: name, 1001: version, 1002: '1', 1004: 'A package', 1014: 'MIT', 1022: 'noarch', 1044: `${name}-${version}-1.src.rpm` };
  await send(ask, 'PUT', path, packRpm(tags));
}

export const publishNuget: PublishVersion = async (ask, key, name, version) => {
  const metadata = `<id>${name}</id><version>${version}</version><authors>Ada</authors><description>A package</description>`;
  const nuspec = `<?xml version="1.0"?><package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata>${metadata}</metadata></package>`;
  const form = new FormData();
  form.set('package', new Blob([Uint8Array.from(await zip({ [`${name}.nuspec`]: nuspec }))]), 'package.nupkg');
  await send(ask, 'PUT', `api/nuget/${key}/api/v2/package`, form);
};

export const publishGem: PublishVersion = async (ask, key, name, version) => {
  const metadata = `--- !ruby/object:Gem::Specification
name: ${name}
version: !ruby/object:Gem::Version
  version: ${version}
platform: ruby
authors:
- Ada
dependencies: []
licenses:
- MIT
summary: A gem
`;
  const gem = await tar({ 'metadata.gz': gzipSync(metadata), 'data.tar.gz': await tarGz({ 'lib/it.rb': `VERSION = "${version}"\n` }) });
  await send(ask, 'POST', `api/gems/${key}/api/v1/gems`, gem, { 'content-type': 'application/octet-stream' });
};

/** The manifest comes last and makes the revision complete. */
export const publishRecipe: PublishVersion = async (ask, key, name, version) => {
  const recipe = `from conan import ConanFile\n\n\nclass It(ConanFile):\n    name = "${name}"\n    version = "${version}"\n`;
  const { text, revision } = makeManifest({ 'conanfile.py': recipe });
  const files = `api/conan/${key}/v2/conans/${name}/${version}/_/_/revisions/${revision}/files`;
  await send(ask, 'PUT', `${files}/conanfile.py`, recipe);
  await send(ask, 'PUT', `${files}/conanmanifest.txt`, text);
};

/** https://github.com/swiftlang/swift-package-manager/blob/main/Documentation/PackageRegistry/Registry.md#46-create-a-package-release */
export const publishSwift: PublishVersion = async (ask, key, name, version) => {
  const manifest = `// swift-tools-version:5.7\nimport PackageDescription\nlet package = Package(name: "It")\n// ${version}\n`;
  const form = new FormData();
  form.set('source-archive', new Blob([Uint8Array.from(await zip({ 'It/Package.swift': manifest }))]), 'source-archive.zip');
  form.set('metadata', JSON.stringify({ description: 'A package' }));
  await send(ask, 'PUT', `api/swift/${key}/${name}/${version}`, form, { accept: 'application/vnd.swift.registry.v1+json' });
};

export async function publishModule(ask: Ask, path: string, version: string): Promise<void> {
  await send(ask, 'PUT', path, await zip({ 'main.tf': `# ${version}\nvariable "cidr" {}\n` }));
}

export async function publishProvider(ask: Ask, path: string, name: string, version: string): Promise<void> {
  await send(ask, 'PUT', path, await zip({ [`terraform-provider-${name}_v${version}`]: 'program' }));
}
