import { computeDigest, type DemoClient, type DemoPackage, type FormatDemo, getReadme } from '../demo/format-demo.ts';

/** Revisions with names of their own, as those have that move here from elsewhere: what is there already is not made anew. */
const nameRevision = (name: string, version: string) =>
  `${(1_790_000_000_000 + Number(version.replaceAll(/\D/g, '')) * 86_400_000).toString(16).padStart(12, '0')}${computeDigest('sha1', `${name} ${version}`).slice(0, 28)}`;

async function publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void> {
  const card = `---\nlicense: ${one.licence.toLowerCase()}\npipeline_tag: text-classification\nlibrary_name: transformers\nlanguage: en\n---\n`;
  const files = {
    'config.json': JSON.stringify({ architectures: ['BertForSequenceClassification'], hidden_size: 384, num_labels: 3, version }),
    'model.safetensors': `weights of ${version}`.repeat(4000),
    'README.md': `${card}${getReadme(one, `hf download hf://${one.name}`)}`,
  };
  const folder = `/artifactory/api/huggingfaceml/${repository}/${one.name}/resolve/${nameRevision(one.name, version)}`;
  for (const [path, text] of Object.entries(files)) await client.send('PUT', `${folder}/${path}`, text);
}

export const demo: FormatDemo = {
  packages: [{ name: 'shop/review-mood', description: 'Tells whether a review is a complaint', licence: 'Apache-2.0', versions: ['1', '2', '3'] }],
  publish,
  addressOf: (repository, name) => `api/huggingfaceml/${repository}/${name}/resolve/main/model.safetensors`,
};
