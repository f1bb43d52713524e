import { tarGz } from '../demo/archives.ts';
import { computeDigest, type DemoClient, type DemoPackage, type FormatDemo, getReadme, licences, scores } from '../demo/format-demo.ts';

/** As `npm publish` does. https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md */
async function publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void> {
  const { name, description, licence } = one;
  const readme = getReadme(one, `npm install ${name}`);
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
  await client.json('PUT', `/artifactory/api/npm/${repository}/${name.replace('/', '%2f')}`, {
    _id: name,
    name,
    readme,
    'dist-tags': { [version.includes('-') ? 'next' : 'latest']: version },
    versions: {
      [version]: {
        ...manifest,
        readme,
        dist: { integrity: `sha512-${computeDigest('sha512', tarball, 'base64')}`, shasum: computeDigest('sha1', tarball), tarball: file },
      },
    },
    _attachments: { [file]: { content_type: 'application/octet-stream', data: tarball.toString('base64'), length: tarball.length } },
  });
}

export const demo: FormatDemo = {
  packages: [
    {
      name: '@shop/design-system',
      description: 'Buttons, forms and tables of every page of the shop',
      licence: licences.mit,
      versions: ['1.0.0', '1.1.0', '1.1.1', '2.0.0', '2.1.0'],
    },
    { name: '@shop/checkout', description: 'The way from the basket to the payment', licence: licences.apache, versions: ['3.2.0', '3.2.1', '3.3.0-rc.1'] },
    {
      name: 'price-format',
      description: 'Writes prices as people of a country expect them',
      licence: licences.mit,
      versions: ['0.9.0', '1.0.0', '1.0.1', '1.1.0'],
    },
  ],
  publish,
  addressOf: (repository, name, version) => `api/npm/${repository}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
  advisories: [
    { name: '@shop/checkout', summary: 'A basket can be paid with somebody else’s card', fixed: '3.2.1', score: scores.severe },
    { name: '@shop/checkout', summary: 'The address form shows what was typed as HTML', fixed: '3.3.0', score: scores.medium },
    { name: '@shop/design-system', summary: 'A very long label makes a page stand still', fixed: '2.0.0', score: scores.low },
    { name: 'price-format', summary: 'Some prices were thought to leak; they do not', score: scores.high, withdrawn: '2026-01-20T00:00:00Z' },
  ],
};
