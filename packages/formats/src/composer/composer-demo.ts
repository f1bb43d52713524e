import { zip } from '../demo/archives.ts';
import { type DemoClient, type DemoPackage, type FormatDemo, getReadme, licences, scores } from '../demo/format-demo.ts';

async function publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void> {
  const { name, description, licence } = one;
  const manifest = { name, description, type: 'library', license: licence, require: { php: '>=8.2' }, autoload: { 'psr-4': { 'Shop\\Tax\\': 'src/' } } };
  const content = await zip({
    'composer.json': JSON.stringify(manifest),
    'README.md': getReadme(one, `composer require ${name}`),
    'src/Rate.php': '<?php\nnamespace Shop\\Tax;\nfinal class Rate {}\n',
  });
  const file = name.slice(name.indexOf('/') + 1);
  await client.send('PUT', `/artifactory/api/composer/${repository}/${name}/${file}-${version}.zip`, content);
}

export const demo: FormatDemo = {
  packages: [{ name: 'shop/tax', description: 'Works out what is added to a price', licence: licences.mit, versions: ['3.0.0', '3.1.0', '3.1.1'] }],
  publish,
  addressOf: (repository, name, version) => `api/composer/${repository}/${name}/${name.slice(name.indexOf('/') + 1)}-${version}.zip`,
  advisories: [{ name: 'shop/tax', summary: 'A rate with many digits takes minutes', fixed: '3.1.0', score: scores.medium }],
};
