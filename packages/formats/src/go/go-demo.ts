import { zip } from '../demo/archives.ts';
import { type DemoClient, type DemoPackage, type FormatDemo, licences, scores } from '../demo/format-demo.ts';

/** As `go` finds it, put there file by file. https://go.dev/ref/mod#module-proxy */
async function publish(client: DemoClient, repository: string, { name, description }: DemoPackage, version: string): Promise<void> {
  const mod = `module ${name}\n\ngo 1.22\n`;
  const inside = `${name}@${version}`;
  const content = await zip({
    [`${inside}/go.mod`]: mod,
    [`${inside}/ledger.go`]: `// Package ledger: ${description}.\npackage ledger\n\nconst Version = "${version}"\n`,
  });
  await client.send('PUT', `/artifactory/api/go/${repository}/${name}/@v/${version}.zip`, content);
}

export const demo: FormatDemo = {
  packages: [{ name: 'shop.example/ledger', description: 'Double-entry book keeping', licence: licences.mit, versions: ['v1.0.0', 'v1.1.0'] }],
  publish,
  addressOf: (repository, name, version) => `api/go/${repository}/${name}/@v/${version}.zip`,
  advisories: [{ name: 'shop.example/ledger', summary: 'A negative amount is booked twice', fixed: '1.1.0', score: scores.high }],
};
