import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';

const password = 'Admin-password-1';
let server: PackhouseProcess;

beforeAll(async () => {
  server = await startPackhouse({ workers: 2, adminPassword: password });
});
afterAll(async () => {
  await server?.remove();
});

/** Each on a connection of its own: the workers take connections in turn. */
function ask(path: string, method = 'GET', body?: string): Promise<Response> {
  return fetch(`${server.url}/artifactory/${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
      connection: 'close',
      ...(body?.startsWith('{') ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
}
async function done(path: string, method: string, body?: string): Promise<void> {
  const answer = await ask(path, method, body);
  expect(answer.ok, `${method} ${path}: ${answer.status} ${await answer.text()}`).toBe(true);
}
const putRepository = (key: string, settings: object, method = 'PUT') => done(`api/repositories/${key}`, method, JSON.stringify(settings));

const pom = (version: string) =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>one</artifactId><version>${version}</version></project>`;
const publish = (key: string, version: string) => done(`${key}/org/example/one/${version}/one-${version}.pom`, 'PUT', pom(version));

/** Both workers are asked, several times each. */
async function versionsIn(key: string): Promise<string[]> {
  const found = new Set<string>();
  for (let count = 0; count < 6; count++) {
    const answer = await ask(`${key}/org/example/one/maven-metadata.xml`);
    const text = answer.status === 404 ? '' : await answer.text();
    found.add([...text.matchAll(/<version>([^<]+)<\/version>/g)].map(([, version]) => version).join());
  }
  return [...found];
}

describe('two workers', () => {
  it('show a package that was deleted and published anew as it is now', async () => {
    await putRepository('libs', { rclass: 'local', packageType: 'maven' });
    await putRepository('all', { rclass: 'virtual', packageType: 'maven', repositories: ['libs'] });
    await publish('libs', '1.0.0');
    expect(await versionsIn('libs')).toEqual(['1.0.0']);
    expect(await versionsIn('all')).toEqual(['1.0.0']);
    await done('libs/org/example/one', 'DELETE');
    await publish('libs', '1.0.1');
    expect(await versionsIn('libs')).toEqual(['1.0.1']);
    expect(await versionsIn('all')).toEqual(['1.0.1']);
  });

  it('know the members of a virtual repository, and a repository made anew, as soon as that is acknowledged', async () => {
    for (let round = 0; round < 5; round++) {
      for (const key of ['first', 'second']) {
        await putRepository(key, { rclass: 'local', packageType: 'maven' });
        await publish(key, key === 'first' ? '1.0.0' : '2.0.0');
      }
      await putRepository('both', { rclass: 'virtual', packageType: 'maven', repositories: ['first'] });
      expect(await versionsIn('both')).toEqual(['1.0.0']);
      await putRepository('both', { repositories: ['second'] }, 'POST');
      expect(await versionsIn('both')).toEqual(['2.0.0']);
      for (const key of ['both', 'first', 'second']) await done(`api/repositories/${key}`, 'DELETE');
    }
  });
});
