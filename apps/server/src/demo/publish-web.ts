import { tarGz, zip } from './archives.ts';
import { type DemoClient, digestOf } from './demo-client.ts';
import { type DemoPackage, readmeOf, repositoryOf } from './story.ts';

/** As `npm publish` does. https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md */
export async function publishNpm(client: DemoClient, one: DemoPackage, version: string): Promise<void> {
  const { name, description, licence } = one;
  const readme = readmeOf(one, `npm install ${name}`);
  const manifest = {
    name,
    version,
    description,
    license: licence,
    main: 'index.js',
    dependencies: name === '@shop/checkout' ? { 'price-format': '^1.0.0' } : {},
  };
  const tarball = await tarGz({
    'package/package.json': JSON.stringify(manifest),
    'package/README.md': readme,
    'package/index.js': `export const version = '${version}';\n`,
  });
  const file = `${name.split('/').at(-1)}-${version}.tgz`;
  await client.json('PUT', `/artifactory/api/npm/${repositoryOf('npm')}/${name.replace('/', '%2f')}`, {
    _id: name,
    name,
    readme,
    'dist-tags': { [version.includes('-') ? 'next' : 'latest']: version },
    versions: {
      [version]: {
        ...manifest,
        readme,
        dist: { integrity: `sha512-${digestOf('sha512', tarball, 'base64')}`, shasum: digestOf('sha1', tarball), tarball: file },
      },
    },
    _attachments: { [file]: { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length } },
  });
}

/** As `mvn deploy` does, without the files that the server makes itself. */
export async function publishMaven(client: DemoClient, { name, description, licence }: DemoPackage, version: string): Promise<void> {
  const [group = '', artifact = ''] = name.split(':');
  const folder = `/artifactory/${repositoryOf('maven')}/${group.replaceAll('.', '/')}/${artifact}/${version}/${artifact}-${version}`;
  const pom = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
  <description>${description}</description>
  <licenses><license><name>${licence}</name></license></licenses>
</project>
`;
  await client.send('PUT', `${folder}.jar`, await zip({ 'META-INF/MANIFEST.MF': `Manifest-Version: 1.0\nImplementation-Version: ${version}\n` }));
  await client.send('PUT', `${folder}.pom`, pom);
}

/** As `twine upload` does. https://docs.pypi.org/api/upload/ */
export async function publishPypi(client: DemoClient, one: DemoPackage, version: string): Promise<void> {
  const { name, description, licence } = one;
  const file = `${name.replaceAll('-', '_')}-${version}`;
  const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\nSummary: ${description}\nLicense: ${licence}\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n${readmeOf(one, `pip install ${name}`)}`;
  const content = await tarGz({
    [`${file}/PKG-INFO`]: metadata,
    [`${file}/setup.py`]: `from setuptools import setup\nsetup(name='${name}', version='${version}')\n`,
  });
  const form = new FormData();
  const fields = { ':action': 'file_upload', protocol_version: '1', metadata_version: '2.1', name, version, summary: description, license: licence };
  for (const [key, value] of Object.entries({ ...fields, filetype: 'sdist', sha256_digest: digestOf('sha256', content) })) form.append(key, value);
  form.append('content', new Blob([new Uint8Array(content)]), `${file}.tar.gz`);
  await client.send('POST', `/artifactory/api/pypi/${repositoryOf('pypi')}/`, form);
}

/** As `go` finds it, put there file by file. https://go.dev/ref/mod#module-proxy */
export async function publishGo(client: DemoClient, { name, description }: DemoPackage, version: string): Promise<void> {
  const mod = `module ${name}\n\ngo 1.22\n`;
  const inside = `${name}@${version}`;
  const content = await zip({
    [`${inside}/go.mod`]: mod,
    [`${inside}/ledger.go`]: `// Package ledger: ${description}.\npackage ledger\n\nconst Version = "${version}"\n`,
  });
  await client.send('PUT', `/artifactory/api/go/${repositoryOf('go')}/${name}/@v/${version}.zip`, content);
}
