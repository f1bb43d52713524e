import { createHash } from 'node:crypto';
import { examineFormat } from '@packhouse/testkit/examine-format.ts';

const sha = `0193f2a4c801${'ab'.repeat(14)}`;
const readme = `---
license: apache-2.0
pipeline_tag: text-classification
library_name: transformers
language:
- en
- de
tags: [reviews]
base_model: acme/base
datasets:
- acme/reviews
---
# Hello

Tells whether somebody says hello.
`;
const bytes = Buffer.from(readme);
const file = `acme/hello/resolve/${sha}/README.md`;
const put = (title: string, body: Buffer | string, headers = {}, path = file) => ({ title, method: 'PUT' as const, path, headers, body });

const header = { key: 'header', value: { summary: 'Say hello', description: '' } };
const oid = createHash('sha256').update('weights').digest('hex');
const change = (key: string, value: object) => ({ key, value });
const inline = (path: unknown, text = 'x') => change('file', { path, content: Buffer.from(text).toString('base64'), encoding: 'base64' });
function commit(title: string, lines: readonly unknown[], branch = 'main') {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return { title, method: 'POST' as const, path: `api/models/acme/hello/commit/${branch}`, headers: { 'content-type': 'application/x-ndjson' }, body };
}

examineFormat({
  format: 'huggingfaceml',
  apiName: 'huggingfaceml',
  good: {
    upload: put('a model card, into a revision with a name of its own', bytes),
    file,
    bytes,
    storage: `models/acme/hello/${sha}/README.md`,
    listing: { path: 'api/models/acme/hello/revision/main', contains: `"sha":"${sha}"` },
    package: {
      name: 'acme/hello',
      version: sha,
      facts: {
        description: 'Tells whether somebody says hello.',
        licenses: ['Apache-2.0'],
        tags: ['reviews', 'text-classification', 'transformers'],
        readme: '# Hello\n\nTells whether somebody says hello.\n',
        dependencies: [
          { name: 'acme/base', requirement: '*', scope: 'runtime' },
          { name: 'datasets/acme/reviews', requirement: '*', scope: 'build' },
        ],
        display: { Task: 'text-classification', Library: 'transformers', Languages: 'en, de' },
      },
    },
  },
  bad: [
    put('a model card whose beginning is no YAML', '---\nlicense: [mit\n---\n'),
    put('a model card that stands for more than it says', `---\na: &a [${'x, '.repeat(2000)}x]\nb: [${'*a, '.repeat(2000)}*a]\n---\n`),
    put('a file below a branch', bytes, {}, 'acme/hello/resolve/main/README.md'),
    put('a name that no model can have', bytes, {}, `api/hello/resolve/${sha}/README.md`),
    put('other content than the address says', 'other', {}, `acme/hello/lfs/${oid}`),
    commit('a commit that is no JSON', ['header']),
    commit('a commit without a header', [inline('config.json')]),
    commit('a commit that is an empty page', []),
    commit('a commit that leads outside', [header, inline('../evil')]),
    commit('a commit to a place at the root', [header, inline('/etc/passwd')]),
    commit('a commit with a path that is none', [header, inline(7)]),
    commit('a commit of what stands for the revision', [header, inline('.revision.json')]),
    commit('a commit of what was never uploaded', [header, change('lfsFile', { path: 'model.bin', algo: 'sha256', oid, size: 7 })]),
    commit('a commit of a checksum that is none', [header, change('lfsFile', { path: 'model.bin', oid: '../../x' })]),
    commit('a commit of a kind that nobody knows', [header, change('symlink', { path: 'a' })]),
    commit('a commit on top of another one', [{ key: 'header', value: { summary: 'x', parentCommit: sha } }, inline('config.json')]),
    commit('a commit to a branch that is not there', [header, inline('config.json')], 'other'),
    commit('a commit to a revision', [header, inline('config.json')], sha),
    commit('a commit with a model card whose beginning is no YAML', [header, inline('README.md', '---\nlicense: [mit\n---\n')]),
  ],
  wrongChecksum: put('a wrong checksum', bytes, { 'x-checksum-sha256': '0'.repeat(64) }),
  otherBytes: put('other bytes in the same revision', '# Other'),
  order: ['0193f2a4c801aa', '0193f2a4c801ab', '0193f2a4c802', '0193f2a4d000', 'ffff'],
});
