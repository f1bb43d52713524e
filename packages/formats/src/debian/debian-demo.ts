import { ar, tarGz } from '../demo/archives.ts';
import { type DemoClient, type DemoPackage, type FormatDemo, licences } from '../demo/format-demo.ts';

/** A Debian package, with its coordinates in the address. https://www.debian.org/doc/debian-policy/ch-controlfields.html */
async function publish(client: DemoClient, repository: string, { name, description }: DemoPackage, version: string): Promise<void> {
  const control = `Package: ${name}\nVersion: ${version}\nArchitecture: all\nMaintainer: Demo <demo@shop.example>\nSection: utils\nPriority: optional\nDescription: ${description}\n`;
  const content = ar({
    'debian-binary': Buffer.from('2.0\n'),
    'control.tar.gz': await tarGz({ './control': control }),
    'data.tar.gz': await tarGz({ [`./usr/share/doc/${name}/README`]: `${description}\n` }),
  });
  const coordinates = 'deb.distribution=bookworm;deb.component=main;deb.architecture=all';
  await client.send('PUT', `/artifactory/${repository}/pool/${name}_${version}_all.deb;${coordinates}`, content);
}

export const demo: FormatDemo = {
  packages: [{ name: 'shop-agent', description: 'Reports what a till has sold', licence: licences.apache, versions: ['1.0.3-1', '1.1.0-1'] }],
  publish,
  addressOf: (repository, name, version) => `${repository}/pool/${name}_${version}_all.deb`,
  inProject: true,
};
