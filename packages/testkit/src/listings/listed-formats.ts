import type { DemoClient } from '@packhouse/formats/demo/format-demo.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { listedFiles } from './listed-files.ts';
import type { Ask, ListedFormat } from './listed-format.ts';

interface Packument {
  versions: Record<string, { deprecated?: string }>;
}

const json = { 'content-type': 'application/json' };
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

async function deprecate(ask: Ask, key: string, name: string, version: string): Promise<Response> {
  const packument = (await (await ask(`api/npm/${key}/${name}`)).json()) as Packument;
  packument.versions[version]!.deprecated = 'Use another one';
  return ask(`api/npm/${key}/${name}`, { method: 'PUT', headers: json, body: JSON.stringify(packument) });
}

export const listedFormats: readonly ListedFormat[] = [
  {
    format: 'npm',
    nameOf: (word) => word,
    place: (name, version) => `${name}/-/${name}-${version}.tgz`,
    listing: (key, name) => ({ path: `api/npm/${key}/${name}` }),
    versionsIn: (text) => Object.entries((JSON.parse(text) as Packument).versions).map(([version, { deprecated }]) => `${version}${deprecated ? '!' : ''}`),
    search: (key, text) => `api/npm/${key}/-/v1/search?text=${text}&size=100`,
    mark: deprecate,
  },
  {
    format: 'pypi',
    nameOf: (word) => word,
    place: (name, version) => `${name}/${version}`,
    listing: (key, name) => ({ path: `api/pypi/${key}/simple/${name}/`, headers: { accept: 'application/vnd.pypi.simple.v1+json' } }),
    versionsIn: (text) => (JSON.parse(text) as { versions: string[] }).versions,
  },
  {
    format: 'maven',
    nameOf: (word) => `org.example:${word}`,
    place: (name, version) => `${name.replaceAll(/[.:]/g, '/')}/${version}`,
    listing: (key, name) => ({ path: `${key}/${name.replaceAll(/[.:]/g, '/')}/maven-metadata.xml` }),
    versionsIn: (text) => matches(text, /<version>([^<]+)<\/version>/g),
  },
  {
    format: 'helm',
    nameOf: (word) => word,
    place: (name, version) => `${name}-${version}.tgz`,
    listing: (key) => ({ path: `api/helm/${key}/index.yaml` }),
    versionsIn: (text, name) => matches(text, new RegExp(`/${name}-([\\d.]+)\\.tgz`, 'g')),
  },
  {
    format: 'cargo',
    isListedByPublish: true,
    nameOf: (word) => word,
    place: (name, version) => `crates/${name}/${name}-${version}.crate`,
    listing: (key, name) => ({ path: `api/cargo/${key}/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}` }),
    versionsIn: (text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { vers: string; yanked: boolean })
        .map(({ vers, yanked }) => `${vers}${yanked ? '!' : ''}`),
    search: (key, text) => `api/cargo/${key}/api/v1/crates?q=${text}&per_page=100`,
    mark: (ask, key, name, version) => ask(`api/cargo/${key}/api/v1/crates/${name}/${version}/yank`, { method: 'DELETE' }),
  },
  {
    format: 'debian',
    nameOf: (word) => word,
    place: (name, version) => `pool/${name}_${version}_all.deb`,
    isPacked: true,
    listing: (key) => ({ path: `${key}/dists/bookworm/main/binary-all/Packages.gz` }),
    versionsIn: (text, name) => matches(text, new RegExp(`^Package: ${name}\\nVersion: (.+)$`, 'gm')),
  },
  {
    format: 'go',
    nameOf: (word) => `example.test/${word}`,
    spell: (version) => `v${version}`,
    place: (name, version) => `${name}/@v/v${version}.zip`,
    listing: (key, name) => ({ path: `api/go/${key}/${name}/@v/list` }),
    versionsIn: (text) => matches(text, /^v(.+)$/gm),
  },
  {
    format: 'composer',
    nameOf: (word) => `shop/${word}`,
    place: (name, version) => `${name}/${name.slice('shop/'.length)}-${version}.zip`,
    listing: (key, name) => ({ path: `api/composer/${key}/p2/${name}.json` }),
    versionsIn: (text, name) => ((JSON.parse(text) as { packages: Record<string, { version: string }[]> }).packages[name] ?? []).map(({ version }) => version),
  },
  {
    format: 'conda',
    nameOf: (word) => word,
    place: (name, version) => `noarch/${name}-${version}-py_0.conda`,
    listing: (key) => ({ path: `api/conda/${key}/noarch/repodata.json` }),
    versionsIn: (text, name) => matches(text, new RegExp(`"${name}-([\\d.]+)-py_0\\.conda"`, 'g')),
  },
  {
    format: 'vagrant',
    nameOf: (word) => `shop/${word}`,
    place: (name, version) => `${name}/${version}`,
    listing: (key, name) => ({ path: `api/vagrant/${key}/${name}` }),
    versionsIn: (text) => (JSON.parse(text) as { versions: { version: string }[] }).versions.map(({ version }) => version),
  },
  {
    format: 'docker',
    nameOf: (word) => `shop/${word}`,
    place: (name, version) => `${name}/${version}`,
    listing: (key, name) => ({ path: `api/docker/${key}/v2/${name}/tags/list` }),
    versionsIn: (text) => (JSON.parse(text) as { tags: string[] }).tags,
  },
  ...listedFiles,
];

/** Publishes as the format's own client does. */
export async function publishVersion(listed: ListedFormat, ask: Ask, key: string, name: string, version: string): Promise<void> {
  const { format, spell = (plain) => plain, publish } = listed;
  if (publish) return publish(ask, key, name, version);
  const demo = await getFormat(format).demo?.();
  const send: DemoClient['send'] = async (method, path, body, headers = {}) => {
    // Below this address are all calls of clients, and those of container clients too.
    const below = path.replace('/artifactory/', '').replace(`/v2/${key}/`, `api/docker/${key}/v2/`);
    const answer = await ask(below, { method, headers, ...(body === undefined ? {} : { body: body as BodyInit }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const client: DemoClient = { send, json: (method, path, body) => send(method, path, JSON.stringify(body), json) };
  await demo!.publish(client, key, { name, description: 'A package', licence: 'MIT', versions: [] }, spell(version));
}
