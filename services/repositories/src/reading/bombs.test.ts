import { packDeb } from '@packhouse/formats/debian/test-deb.ts';
import { packTar, packTarBomb, packZip } from '@packhouse/formats/test-fixtures.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

interface Bomb {
  format: 'debian' | 'maven' | 'helm' | 'cargo' | 'npm' | 'pypi' | 'nuget' | 'gems' | 'conan' | 'terraform';
  path: string;
  body: Buffer;
  status: number;
  headers?: Record<string, string>;
  method?: string;
}

const manyTimes = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length));

function packCrate(metadata: string, crate: Buffer): Buffer {
  const length = (size: number) => Buffer.from(Uint32Array.of(size).buffer);
  return Buffer.concat([length(Buffer.byteLength(metadata)), Buffer.from(metadata), length(crate.length), crate]);
}

/** Small uploads that take seconds to read, each as its format lets it be large. */
async function makeBombs(): Promise<Record<string, Bomb>> {
  const zeros = await packTarBomb({ './control': 'Package: hello\nVersion: 1.0\nArchitecture: all\n' });
  const anchors = Array.from({ length: 60_000 }, (_, index) => `a${index}: &x${index} [1, 2]\n`).join('');
  const features = Object.fromEntries(Array.from({ length: 120_000 }, (_, index) => [`f${index}`, []]));
  const manifest = `{"name":"hello","version":"1.0.0","files":[${manyTimes('[],', 1_900_000)}[]]}`;
  const packageXml = `<package><metadata><id>hello</id><version>1.0.0</version>${manyTimes('<tags/>', 400_000)}</metadata></package>`;
  const metadata = `Metadata-Version: 2.1\nName: hello\nVersion: 1.0.0\n${manyTimes('Requires-Dist: a\n', 1_900_000)}`;
  const tags = Object.fromEntries(Array.from({ length: 1_500_000 }, (_, index) => [`t${index}`, '1.0.0']));
  const crate = await packTar({ 'hello-1.0.0/Cargo.toml': '' });
  return {
    'a control archive of zeros': { format: 'debian', path: 'pool/hello_1.0_all.deb', body: packDeb(zeros), status: 400 },
    'a pom of empty elements': {
      format: 'maven',
      path: 'a/hello/1/hello-1.pom',
      body: Buffer.from(`<project>${manyTimes('<a/>', 1_000_000)}</project>`),
      status: 409,
    },
    'a pom that is too large': {
      format: 'maven',
      path: 'a/hello/2/hello-2.pom',
      body: Buffer.from(`<project>${manyTimes('<a/>', 4_000_000)}</project>`),
      status: 400,
    },
    'a chart of anchors': {
      format: 'helm',
      path: 'hello-1.0.0.tgz',
      body: await packTar({ 'hello/Chart.yaml': `name: hello\nversion: 1.0.0\n${anchors}` }),
      status: 400,
    },
    'a chart without end': {
      format: 'helm',
      path: 'hello-1.0.0.tgz',
      body: await packTarBomb({ 'hello/Chart.yaml': 'name: hello\nversion: 1.0.0\n' }),
      status: 400,
    },
    'a crate of features': {
      format: 'cargo',
      path: 'api/v1/crates/new',
      body: packCrate(JSON.stringify({ name: 'hello', vers: '1.0.0', deps: [], features }), crate),
      status: 400,
    },
    'a manifest of empty lists': { format: 'npm', path: 'hello/-/hello-1.0.0.tgz', body: await packTar({ 'package/package.json': manifest }), status: 400 },
    'a document of tags': { format: 'npm', path: 'hello', body: Buffer.from(JSON.stringify({ name: 'hello', 'dist-tags': tags })), status: 400 },
    'a wheel of requirements': {
      format: 'pypi',
      path: 'hello/1.0.0/hello-1.0.0-py3-none-any.whl',
      body: await packZip({ 'hello-1.0.0.dist-info/METADATA': metadata }),
      status: 201,
    },
    'a manifest of elements': { format: 'nuget', path: 'hello/1.0.0/hello.1.0.0.nupkg', body: await packZip({ 'hello.nuspec': packageXml }), status: 201 },
  };
}

/** Asks for an answer again and again until `done`; gives how many there were, and the longest wait for one. */
async function askMeanwhile(ask: () => Promise<unknown>, done: Promise<unknown>): Promise<{ answers: number; longest: number }> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  let answers = 0;
  let longest = 0;
  while (!isDone) {
    const asked = performance.now();
    await ask();
    longest = Math.max(longest, performance.now() - asked);
    answers++;
  }
  return { answers, longest };
}

describe('a package that takes long to read', () => {
  let test: RepositoryTestPlatform;
  let bombs: Record<string, Bomb>;

  beforeAll(async () => {
    bombs = await makeBombs();
    test = await startRepositoryPlatform();
    for (const format of new Set(Object.values(bombs).map((bomb) => bomb.format))) await test.create({ class: 'local', key: `my-${format}`, format });
  });
  afterAll(() => test?.stop());

  const send = (bomb: Bomb) => {
    const prefix = bomb.format === 'cargo' || bomb.format === 'npm' ? `api/${bomb.format}/` : '';
    return test.put(`${prefix}my-${bomb.format}/${bomb.path}`, Uint8Array.from(bomb.body), { 'content-type': 'application/octet-stream' });
  };
  const ping = async () => expect((await test.ask('api/system/ping')).status).toBe(200);

  it('is refused or taken as what it is, and keeps nobody else waiting', async () => {
    for (const [title, bomb] of Object.entries(bombs)) {
      const started = performance.now();
      const answer = send(bomb);
      const { answers, longest } = await askMeanwhile(ping, answer);
      const took = performance.now() - started;
      const { status } = await answer;
      expect([title, status, await (await answer).text()]).toEqual([title, bomb.status, expect.any(String)]);
      expect(answers, title).toBeGreaterThan(0);
      // Read on the loop, the one question that is under way waits for nearly all of it.
      if (took > 1000) expect(longest, `${title}: ${took} ms`).toBeLessThan(took / 2);
    }
  });

  it('is read beside others, however many there are', async () => {
    const answers = Promise.all(
      ['a control archive of zeros', 'a chart of anchors', 'a crate of features', 'a document of tags'].map((title) => send(bombs[title]!)),
    );
    const { answers: pings } = await askMeanwhile(ping, answers);
    expect(pings).toBeGreaterThan(1);
    for (const answer of await answers) expect(answer.status).toBeLessThan(500);
  });
});
