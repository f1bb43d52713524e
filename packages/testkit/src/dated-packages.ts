import { gzipSync } from 'node:zlib';
import { type Answer, type DatedVersion, packFiles, packTarFile, packZipFile, sum } from './dated-answers.ts';
import { packGem } from './pack-gem.ts';

type Answers = Map<string, Answer>;
const bytes = 'application/octet-stream';
const plain = 'text/plain';
const json = (body: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(body) });

export async function listGo(module: string, versions: readonly DatedVersion[]): Promise<Answers> {
  const answers: Answers = new Map();
  const mod = `module ${module}\n\ngo 1.20\n`;
  for (const { version, published } of versions) {
    const base = `/go/${module}/@v/${version}`;
    const folder = `${module}@${version}`;
    const zip = await packZipFile({ [`${folder}/go.mod`]: mod, [`${folder}/one.go`]: `package one\n\nconst Version = "${version}"\n` });
    answers.set(`${base}.info`, json({ Version: version, ...(published ? { Time: published } : {}) }));
    answers.set(`${base}.mod`, { type: plain, body: mod });
    answers.set(`${base}.zip`, { type: bytes, body: zip });
  }
  answers.set(`/go/${module}/@v/list`, { type: plain, body: versions.map(({ version }) => `${version}\n`).join('') });
  return answers;
}

export async function listMaven(name: string, versions: readonly DatedVersion[]): Promise<Answers> {
  const answers: Answers = new Map();
  const [group = '', artifact = ''] = name.split(':');
  const place = `/maven/${group.replaceAll('.', '/')}/${artifact}`;
  const coordinates = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>`;
  for (const { version, published } of versions) {
    const pom = `<project><modelVersion>4.0.0</modelVersion>${coordinates}<version>${version}</version></project>`;
    const jar = await packZipFile({ 'one.txt': version });
    const files = { pom: { type: 'application/xml', body: pom }, jar: { type: bytes, body: jar } };
    for (const [ending, answer] of Object.entries(files)) {
      const path = `${place}/${version}/${artifact}-${version}.${ending}`;
      answers.set(path, { ...answer, modified: published });
      answers.set(`${path}.sha1`, { type: plain, body: sum('sha1', answer.body) });
    }
  }
  const listed = versions.map(({ version }) => `<version>${version}</version>`).join('');
  const newest = versions.at(-1)?.version ?? '';
  const versioning = `<latest>${newest}</latest><release>${newest}</release><versions>${listed}</versions>`;
  answers.set(`${place}/maven-metadata.xml`, {
    type: 'application/xml',
    body: `<metadata>${coordinates}<versioning>${versioning}</versioning></metadata>`,
  });
  return answers;
}

export async function listGems(name: string, versions: readonly DatedVersion[]): Promise<Answers> {
  const answers: Answers = new Map();
  const lines: string[] = [];
  for (const { version } of versions) {
    const gem = await packGem(name, version, 'One');
    answers.set(`/gems/gems/${name}-${version}.gem`, { type: bytes, body: gem });
    lines.push(`${version} |checksum:${sum('sha256', gem)}\n`);
  }
  const info = `---\n${lines.join('')}`;
  const all = versions.map(({ version }) => version).join(',');
  answers.set(`/gems/info/${name}`, { type: plain, body: info });
  answers.set('/gems/versions', { type: plain, body: `created_at: 2026-01-01T00:00:00Z\n---\n${name} ${all} ${sum('md5', info)}\n` });
  const details = versions.map(({ version, published }) => ({ number: version, platform: 'ruby', licenses: ['MIT'], created_at: published }));
  answers.set(`/gems/api/v1/versions/${name}.json`, json(details));
  return answers;
}

export function listNuget(url: string, name: string, versions: readonly DatedVersion[]): Answers {
  const home = `${url}/nuget`;
  const resources = [
    { '@id': `${home}/flat/`, '@type': 'PackageBaseAddress/3.0.0' },
    { '@id': `${home}/reg/`, '@type': 'RegistrationsBaseUrl' },
  ];
  const items = versions.map(({ version, published }) => ({ catalogEntry: { id: name, version, published, licenseExpression: 'MIT' } }));
  const pages = items.map((item, at) => {
    const { version } = item.catalogEntry;
    const place = `${home}/reg/${name}/page/${version}.json`;
    return { '@id': place, count: 1, lower: version, upper: version, ...(at === 0 ? {} : { items: [item] }) };
  });
  const answers: Answers = new Map([
    ['/nuget/index.json', json({ version: '3.0.0', resources })],
    [`/nuget/flat/${name}/index.json`, json({ versions: versions.map(({ version }) => version) })],
    [`/nuget/reg/${name}/index.json`, json({ count: pages.length, items: pages })],
  ]);
  if (items[0]) answers.set(`/nuget/reg/${name}/page/${items[0].catalogEntry.version}.json`, json({ items: [items[0]] }));
  return answers;
}

/** Charts of all names stand in one index. */
export async function listHelm(charts: ReadonlyMap<string, readonly DatedVersion[]>): Promise<Answers> {
  const answers: Answers = new Map();
  const entries: Record<string, unknown[]> = {};
  for (const [name, versions] of charts) {
    entries[name] = [];
    for (const { version, published, manifest } of versions) {
      const chart = await packFiles({ [`${name}/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: ${version}\n` });
      answers.set(`/helm/${name}-${version}.tgz`, { type: bytes, body: chart });
      entries[name].push({ name, version, created: published, digest: sum('sha256', chart), urls: [`${name}-${version}.tgz`], ...manifest });
    }
  }
  answers.set('/helm/index.yaml', { type: 'application/yaml', body: JSON.stringify({ apiVersion: 'v1', entries }) });
  return answers;
}

const imageTypes = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};
const makeDigest = (content: Buffer | string) => `sha256:${sum('sha256', content)}`;

/** Images of a registry; their settings say when they were made. */
export async function listImages(name: string, versions: readonly DatedVersion[]): Promise<Answers> {
  const answers: Answers = new Map([['/v2/', json({})]]);
  for (const { version, published: created } of versions) {
    const tar = await packTarFile({ 'one.txt': version });
    const layer = gzipSync(tar);
    const about = { created, architecture: 'amd64', os: 'linux', config: {}, rootfs: { type: 'layers', diff_ids: [makeDigest(tar)] }, history: [{ created }] };
    const config = JSON.stringify(about);
    const describe = (mediaType: string, content: Buffer | string) => ({ mediaType, digest: makeDigest(content), size: Buffer.byteLength(content) });
    const parts = { config: describe(imageTypes.config, config), layers: [describe(imageTypes.layer, layer)] };
    const manifest = JSON.stringify({ schemaVersion: 2, mediaType: imageTypes.manifest, ...parts });
    for (const reference of [version, makeDigest(manifest)]) answers.set(`/v2/${name}/manifests/${reference}`, { type: imageTypes.manifest, body: manifest });
    for (const blob of [config, layer]) answers.set(`/v2/${name}/blobs/${makeDigest(blob)}`, { type: bytes, body: blob });
  }
  return answers;
}
