import { type DemoClient, type DemoPackage, type FormatDemo, licences } from '../demo/format-demo.ts';

/** Plain files with properties. */
async function publish(client: DemoClient, repository: string, { name, description }: DemoPackage, version: string): Promise<void> {
  for (const language of ['en', 'de'])
    await client.send(
      'PUT',
      `/artifactory/${repository}/${name}/${version}/manual-${language}.txt;team=docs;language=${language}`,
      `${description} (${version})\n`.repeat(200),
    );
}

export const demo: FormatDemo = {
  packages: [{ name: 'manuals', description: 'What comes in the box', licence: licences.apache, versions: ['2026.1', '2026.2'] }],
  publish,
  addressOf: (repository, name, version) => `${repository}/${name}/${version}/manual-en.txt`,
};
