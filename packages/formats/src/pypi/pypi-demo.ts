import { tarGz } from '../demo/archives.ts';
import { computeDigest, type DemoClient, type DemoPackage, type FormatDemo, getReadme, licences, scores } from '../demo/format-demo.ts';

/** As `twine upload` does. https://docs.pypi.org/api/upload/ */
async function publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void> {
  const { name, description, licence } = one;
  const file = `${name.replaceAll('-', '_')}-${version}`;
  const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\nSummary: ${description}\nLicense: ${licence}\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n${getReadme(one, `pip install ${name}`)}`;
  const content = await tarGz({
    [`${file}/PKG-INFO`]: metadata,
    [`${file}/setup.py`]: `from setuptools import setup\nsetup(name='${name}', version='${version}')\n`,
  });
  const form = new FormData();
  const fields = { ':action': 'file_upload', protocol_version: '1', metadata_version: '2.1', name, version, summary: description, license: licence };
  for (const [key, value] of Object.entries({ ...fields, filetype: 'sdist', sha256_digest: computeDigest('sha256', content) })) form.append(key, value);
  form.append('content', new Blob([new Uint8Array(content)]), `${file}.tar.gz`);
  await client.send('POST', `/artifactory/api/pypi/${repository}/`, form);
}

export const demo: FormatDemo = {
  packages: [
    { name: 'shop-forecast', description: 'Guesses what will be bought next week', licence: licences.apache, versions: ['0.3.0', '0.4.0', '0.5.0'] },
    { name: 'shop-reports', description: 'Monthly figures as tables and charts', licence: licences.mit, versions: ['2.0.0', '2.1.0'] },
  ],
  publish,
  advisories: [
    { name: 'shop-forecast', summary: 'A forecast file can run commands', fixed: '0.4.0', score: scores.severe },
    { name: 'shop-reports', summary: 'Reports can be made for a year that does not end', score: scores.medium },
  ],
};
