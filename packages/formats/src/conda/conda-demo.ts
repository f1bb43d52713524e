import { type DemoClient, type DemoPackage, type FormatDemo, licences } from '../demo/format-demo.ts';
import { packConda } from './pack-conda.ts';

/** As `conda-build` packs what runs on any machine. */
async function publish(client: DemoClient, repository: string, { name, description, licence }: DemoPackage, version: string): Promise<void> {
  const index = {
    name,
    version,
    build: 'py_0',
    build_number: 0,
    depends: ['python >=3.10', 'numpy >=1.26,<3'],
    license: licence,
    noarch: 'python',
    subdir: 'noarch',
  };
  const about = {
    summary: description,
    description: `# ${name}\n\n${description}.\n`,
    home: 'https://shop.example/forecast',
    extra: { 'recipe-maintainers': ['shop'] },
  };
  const installed = { [`site-packages/${name}/__init__.py`]: `version = "${version}"\n` };
  const content = await packConda(index, about, installed);
  await client.send('PUT', `/artifactory/api/conda/${repository}/noarch/${name}-${version}-py_0.conda`, content);
}

export const demo: FormatDemo = {
  packages: [{ name: 'shopweather', description: 'Weather as far as it sells umbrellas', licence: licences.apache, versions: ['2026.1', '2026.2'] }],
  publish,
  addressOf: (repository, name, version) => `api/conda/${repository}/noarch/${name}-${version}-py_0.conda`,
};
