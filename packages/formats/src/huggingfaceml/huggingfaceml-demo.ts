import { type DemoClient, type DemoPackage, type FormatDemo, getReadme } from '../demo/format-demo.ts';

/** As `hf upload` does, in one commit. */
async function publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void> {
  const card = `---\nlicense: ${one.licence.toLowerCase()}\npipeline_tag: text-classification\nlibrary_name: transformers\nlanguage: en\n---\n`;
  const files = {
    'README.md': `${card}${getReadme(one, `hf download hf://${one.name}`)}`,
    'config.json': JSON.stringify({ architectures: ['BertForSequenceClassification'], hidden_size: 384, num_labels: 3, version }),
    'model.safetensors': `weights of ${version}`.repeat(4000),
  };
  const lines = [
    { key: 'header', value: { summary: `Train again: ${version}` } },
    ...Object.entries(files).map(([path, text]) => ({ key: 'file', value: { path, content: Buffer.from(text).toString('base64'), encoding: 'base64' } })),
  ];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await client.send('POST', `/artifactory/api/huggingfaceml/${repository}/api/models/${one.name}/commit/main`, body, {
    'content-type': 'application/x-ndjson',
  });
}

export const demo: FormatDemo = {
  packages: [{ name: 'shop/review-mood', description: 'Tells whether a review is a complaint', licence: 'Apache-2.0', versions: ['1', '2', '3'] }],
  publish,
  addressOf: (repository, name) => `api/huggingfaceml/${repository}/${name}/resolve/main/model.safetensors`,
};
