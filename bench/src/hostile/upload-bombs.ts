import { createHash } from 'node:crypto';
import { cargoBody, packDeb, packTarGz, packZip } from '../formats/archives.ts';

/** One request that is made to keep a process busy. */
export interface Bomb {
  readonly title: string;
  readonly method: string;
  /** Below the origin. */
  readonly path: string;
  readonly body?: Buffer;
  readonly contentType?: string;
}

export const repeat = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length));
const artifactory = '/artifactory';

const put = (title: string, path: string, body: Buffer | string, contentType = 'application/octet-stream'): Bomb => ({
  title,
  method: 'PUT',
  path: artifactory + path,
  body: Buffer.from(body),
  contentType,
});

/** Packages whose bytes stand for far more. */
async function packageBombs(): Promise<readonly Bomb[]> {
  const zeros = '\0'.repeat(200 * 1024 * 1024);
  const anchors = Array.from({ length: 60_000 }, (_, index) => `a${index}: &x${index} [1, 2]\n`).join('');
  const features = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`f${index}`, []]));
  const tags = Object.fromEntries(Array.from({ length: 1_500_000 }, (_, index) => [`t${index}`, '1.0.0']));
  const nuspec = `<package><metadata><id>hello</id><version>1.0.0</version>${repeat('<tags/>', 400_000)}</metadata></package>`;
  const metadata = `Metadata-Version: 2.1\nName: hello\nVersion: 1.0.0\n${repeat('Requires-Dist: a\n', 1_900_000)}`;
  const chart = await packTarGz({ 'hello/Chart.yaml': `name: hello\nversion: 1.0.0\n${anchors}` });
  return [
    put('`.deb` with 200 MB of zeros', '/hostile-debian/pool/hello_1.0_all.deb', await packDeb('Package: hello\n', {}, { './zeros': zeros })),
    put('pom of a million empty elements', '/hostile-maven/a/hello/1/hello-1.pom', `<project>${repeat('<a/>', 4_000_000)}</project>`),
    put('chart of 60,000 anchors', '/hostile-helm/hello-1.0.0.tgz', chart),
    put(
      'chart of 200 MB of zeros',
      '/hostile-helm/hello-2.0.0.tgz',
      await packTarGz({ 'hello/Chart.yaml': 'name: hello\nversion: 2.0.0\n', 'hello/zeros': zeros }),
    ),
    put(
      'crate of 200,000 features',
      '/api/cargo/hostile-cargo/api/v1/crates/new',
      cargoBody({ name: 'hello', vers: '1.0.0', deps: [], features }, await packTarGz({ 'hello-1.0.0/Cargo.toml': '' })),
    ),
    put(
      '`package.json` of a million lists',
      '/hostile-npm/hello/-/hello-1.0.0.tgz',
      await packTarGz({ 'package/package.json': `{"name":"hello","version":"1.0.0","files":[${repeat('[],', 1_900_000)}[]]}` }),
    ),
    put('npm document of 1.5 million tags', '/api/npm/hostile-npm/hello', JSON.stringify({ name: 'hello', 'dist-tags': tags }), 'application/json'),
    put(
      'wheel of 100,000 requirements',
      '/hostile-pypi/hello/1.0.0/hello-1.0.0-py3-none-any.whl',
      await packZip({ 'hello-1.0.0.dist-info/METADATA': metadata }),
    ),
    put('`.nuspec` of 57,000 elements', '/hostile-nuget/hello/1.0.0/hello.1.0.0.nupkg', await packZip({ 'hello.nuspec': nuspec })),
  ];
}

const indexType = 'application/vnd.oci.image.index.v1+json';
const manifest = (title: string, tag: string, more: string): Bomb => ({
  title,
  method: 'PUT',
  path: `/v2/hostile-docker/hello/manifests/${tag}`,
  body: Buffer.from(`{"schemaVersion":2,"mediaType":"${indexType}",${more}}`),
  contentType: indexType,
});

/** Documents of clients: manifests, builds, queries, states. */
function documentBombs(): readonly Bomb[] {
  const digest = createHash('sha256').update('').digest('hex');
  const children = Array.from({ length: 8000 }, () => ({ digest: `sha256:${digest}`, size: 2 }));
  const build = (number: string, more: string) => `{"name":"hello","number":"${number}","started":"2026-01-02T03:04:05.678+0000",${more}}`;
  const artifacts = Array.from({ length: 120_000 }, (_, at) => ({ name: `module-${at}-with-a-name.jar`, sha1: 'a'.repeat(40), sha256: 'c'.repeat(64) }));
  const query = (title: string, text: string): Bomb => ({
    title,
    method: 'POST',
    path: `${artifactory}/api/search/aql`,
    body: Buffer.from(text),
    contentType: 'text/plain',
  });
  const names = (field: (at: number) => string, count: number) => Array.from({ length: count }, (_, at) => `{"${field(at)}":"f${at}"}`).join(',');
  return [
    manifest('manifest of 5 million lists', 'lists', `"manifests":[],"more":[${repeat('[],', 15_000_000)}[]]`),
    manifest('manifest that names 8,000 images', 'many', `"manifests":${JSON.stringify(children)}`),
    put('build of 120,000 files', '/api/build', build('1', `"modules":[{"id":"a","artifacts":${JSON.stringify(artifacts)}}]`), 'application/json'),
    put('build of 900,000 lists', '/api/build', build('2', `"more":[${repeat('[],', 2_700_000)}[]]`), 'application/json'),
    { title: 'the document of that build, read', method: 'GET', path: `${artifactory}/api/build/hello/2` },
    {
      title: 'state of 900,000 lists',
      method: 'POST',
      path: `${artifactory}/api/terraform/hostile-state/v1/state/a`,
      body: Buffer.from(`{"lineage":"a","more":[${repeat('[],', 2_700_000)}[]]}`),
      contentType: 'application/json',
    },
    query('query of 1 MB of blanks', `items.find(${repeat(' ', 1_000_000)}{})`),
    query('query of 40,000 braces', `items.find(${'{},'.repeat(39_000)})`),
    query('query of 10,000 comparisons', `items.find({"$or":[${names(() => 'name', 9_900)}]})`),
    query('query of 3,300 properties', `items.find({"$or":[${names((at) => `@p${at}`, 3_300)}]})`),
    {
      title: 'properties of a million lists',
      method: 'PATCH',
      path: `${artifactory}/api/metadata/hostile-maven`,
      body: Buffer.from(`{"props":{"a":[${repeat('[],', 1_000_000)}[]]}}`.slice(0, 1024 * 1024)),
      contentType: 'application/json',
    },
  ];
}

export async function uploadBombs(): Promise<readonly Bomb[]> {
  return [...(await packageBombs()), ...documentBombs()];
}
