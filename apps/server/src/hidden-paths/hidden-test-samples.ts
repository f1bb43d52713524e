import { createHash } from 'node:crypto';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { makeManifest } from '@packhouse/formats/conan/test-recipe.ts';
import { tarGz, zip } from '@packhouse/formats/demo/archives.ts';
import type { DemoClient, FormatDemo } from '@packhouse/formats/demo/format-demo.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { packRpm } from '@packhouse/formats/rpm/test-rpm.ts';
import { packGem } from '@packhouse/testkit/pack-gem.ts';

/** How a package of one word gets into a repository, and what it is called there. */
export interface Sample {
  nameOf(word: string): string;
  /** Its version as the format writes them; a plain one of three numbers unless said. */
  versionOf?(plain: string): string;
  publish(client: DemoClient, repository: string, one: { name: string; description: string }, version: string): Promise<unknown>;
}

const bytesOnly = { 'content-type': 'application/octet-stream' };
const boundary = 'between-the-parts';

/** A form of these parts, as clients of registries send it. */
function form(parts: Readonly<Record<string, { type: string; content: Buffer; file?: string }>>) {
  const written = Object.entries(parts).flatMap(([name, { type, content, file }]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\nContent-Type: ${type}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return { body: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]), headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` } };
}

const alpine: Sample = {
  nameOf: (word) => word,
  versionOf: (plain) => `${plain}-r0`,
  publish: async (client, repository, { name, description }, version) => {
    const data = await tarGz({ [`usr/share/${name}`]: name });
    const datahash = createHash('sha256').update(data).digest('hex');
    const info = `pkgname = ${name}\npkgver = ${version}\npkgdesc = ${description}\narch = x86_64\nlicense = MIT\ndatahash = ${datahash}\n`;
    const signature = await tarGz({ '.SIGN.RSA.builder.rsa.pub': 'signature' });
    const body = Buffer.concat([signature, await tarGz({ '.PKGINFO': info }), data]);
    await client.send('PUT', `/artifactory/${repository}/v3.22/main/x86_64/${name}-${version}.apk`, body, bytesOnly);
  },
};

const rpm: Sample = {
  nameOf: (word) => word,
  versionOf: (plain) => `${plain}-1`,
  publish: (client, repository, { name, description }, version) => {
    const [plain = '', release = ''] = version.split('-');
    const tags = { 1000: name, 1001: plain, 1002: release, 1004: description, 1014: 'MIT', 1022: 'noarch', 1044: `${name}-${version}.src.rpm` };
    return client.send('PUT', `/artifactory/${repository}/Packages/${name}-${version}.noarch.rpm`, packRpm(tags), bytesOnly);
  },
};

const gems: Sample = {
  nameOf: (word) => word,
  publish: async (client, repository, { name, description }, version) => {
    await client.send('POST', `/artifactory/api/gems/${repository}/api/v1/gems`, await packGem(name, version, description), bytesOnly);
  },
};

/** A model, a dataset and a space of one name: they are found by different calls. */
const huggingfaceml: Sample = {
  nameOf: (word) => `acme/${word}`,
  publish: async (client, repository, { name, description }, version) => {
    for (const kind of ['', 'datasets/', 'spaces/']) {
      const revision = createHash('sha1')
        .update(`${kind}${name} ${version}`)
        .digest('hex')
        .replace(/^.{12}/, '01a0c5a2d000');
      const folder = `/artifactory/api/huggingfaceml/${repository}/${kind}${name}/resolve/${revision}`;
      const card = `---\nlicense: mit\ntags:\n- ${name.split('/')[1]}\n---\n# ${description}\n`;
      await client.send('PUT', `${folder}/data/${name.split('/')[1]}.bin`, `${kind}${name} ${version}`.repeat(100), bytesOnly);
      await client.send('PUT', `${folder}/README.md`, card, bytesOnly);
    }
  },
};

const nuget: Sample = {
  nameOf: (word) => word,
  publish: async (client, repository, { name, description }, version) => {
    const nuspec = `<?xml version="1.0"?><package><metadata><id>${name}</id><version>${version}</version><authors>Ada</authors><description>${description}</description></metadata></package>`;
    const content = await zip({ [`${name}.nuspec`]: nuspec, 'lib/net8.0/code.dll': name });
    const { body, headers } = form({ package: { type: 'application/octet-stream', content, file: 'package.nupkg' } });
    await client.send('PUT', `/artifactory/api/nuget/${repository}/api/v2/package`, body, headers);
  },
};

const swift: Sample = {
  nameOf: (word) => `acme.${word}`,
  publish: async (client, repository, { name, description }, version) => {
    const word = name.split('.')[1]!;
    const manifest = `// swift-tools-version:5.7\nimport PackageDescription\nlet package = Package(name: "${word}")\n`;
    const archive = await zip({ [`${word}/Package.swift`]: manifest, [`${word}/Sources/main.swift`]: `print("${name}")` });
    const metadata = JSON.stringify({ description, repositoryURLs: [`https://example.com/acme/${word}.git`] });
    const { body, headers } = form({
      'source-archive': { type: 'application/zip', content: archive },
      metadata: { type: 'application/json', content: Buffer.from(metadata) },
    });
    const accept = 'application/vnd.swift.registry.v1+json';
    await client.send('PUT', `/artifactory/api/swift/${repository}/acme/${word}/${version}`, body, { ...headers, accept });
  },
};

const terraform: Sample = {
  nameOf: (word) => `acme/${word}/aws`,
  publish: async (client, repository, { name, description }, version) => {
    const body = await zip({ 'main.tf': `# ${description}\nvariable "cidr" {}\n`, 'README.md': `# ${name}\n` });
    await client.send('PUT', `/artifactory/api/terraform/${repository}/${name}/${version}.zip`, body, bytesOnly);
  },
};

const conan: Sample = {
  nameOf: (word) => word,
  publish: async (client, repository, { name, description }, version) => {
    const recipe = `from conan import ConanFile\n\nclass Recipe(ConanFile):\n    name = "${name}"\n    version = "${version}"\n    description = "${description}"\n    license = "MIT"\n`;
    const { text, revision } = makeManifest({ 'conanfile.py': recipe });
    const folder = `/artifactory/api/conan/${repository}/v2/conans/${name}/${version}/_/_/revisions/${revision}/files`;
    await client.send('PUT', `${folder}/conanfile.py`, recipe, bytesOnly);
    await client.send('PUT', `${folder}/conanmanifest.txt`, text, bytesOnly);
  },
};

/** Packages of formats that the demonstration holds none of, or not all kinds of. */
const samples: Partial<Record<FormatId, Sample>> = { alpine, conan, gems, huggingfaceml, nuget, rpm, swift, terraform };

const fromDemo = (demo: FormatDemo): Sample => ({
  nameOf: (word) => demo.packages[0]!.name.replace(/[a-z0-9-]+$/, word),
  versionOf: (plain) => `${demo.packages[0]!.versions[0]!.startsWith('v') ? 'v' : ''}${plain}`,
  publish: (client, repository, one, version) => demo.publish(client, repository, { ...one, licence: 'MIT', versions: [] }, version),
});

/** A package of a format, as its own clients publish it. */
export async function getSample(format: FormatId): Promise<Sample> {
  const sample = samples[format];
  if (sample) return sample;
  const demo = await getFormat(format).demo?.();
  if (!demo) throw new Error(`Give ${format} a sample: nobody knows how a package of it is made`);
  return fromDemo(demo);
}
