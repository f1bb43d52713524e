import { tarGz } from '../demo/archives.ts';
import type { DemoClient, DemoPackage, FormatDemo } from '../demo/format-demo.ts';

/** What `vagrant package` packs, but for the disk. */
async function publish(client: DemoClient, repository: string, { name, description }: DemoPackage, version: string): Promise<void> {
  const content = await tarGz({
    'metadata.json': JSON.stringify({ provider: 'libvirt', format: 'qcow2', virtual_size: 4, architecture: 'amd64' }),
    'info.json': JSON.stringify({ author: 'The shop', description, homepage: 'https://shop.example/machines' }),
    Vagrantfile: 'Vagrant.configure("2") do |config|\nend\n',
  });
  await client.send('PUT', `/artifactory/${repository}/${name}/${version}/libvirt-amd64.box`, content);
}

export const demo: FormatDemo = {
  packages: [{ name: 'shop/workbench', description: 'A machine with all that the shop is built with', licence: '', versions: ['2026.9.0', '2026.10.0'] }],
  publish,
  addressOf: (repository, name, version) => `api/vagrant/${repository}/${name}/${version}/libvirt-amd64.box`,
};
