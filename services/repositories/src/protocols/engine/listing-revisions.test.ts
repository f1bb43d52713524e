import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';
import { npmPublishBody } from './npm-test-package.ts';

let outside: RepositoryTestPlatform;
/** Two nodes with memories of their own. */
let nodes: readonly [RepositoryTestPlatform, RepositoryTestPlatform];

beforeAll(async () => {
  outside = await startRepositoryPlatform();
  const first = await startRepositoryPlatform();
  nodes = [first, await startRepositoryPlatform({ joins: first })];
});
afterAll(async () => {
  await nodes?.[1].stop();
  await nodes?.[0].stop();
  await outside?.stop();
});

const everywhere = <Result>(look: (node: RepositoryTestPlatform) => Promise<Result>) => Promise.all(nodes.map(look));

describe('what a node remembers of listings', () => {
  const pom = (group: string, artifact: string, packaging = 'jar') =>
    `<project><modelVersion>4.0.0</modelVersion><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>1.0.0</version><packaging>${packaging}</packaging></project>`;
  const put = async (path: string, body: string) => {
    const answer = await nodes[0].put(path, body);
    expect(answer.status, await answer.text()).toBe(201);
  };

  it('changes with the plugins of a group that has the address of an artifact, and with what is said of their files', async () => {
    await nodes[0].create({ class: 'local', key: 'libs', format: 'maven' });
    const prefixes = () =>
      everywhere(async (node) => {
        const text = await (await node.ask('libs/org/example/tool/maven-metadata.xml')).text();
        return [...text.matchAll(/<prefix>([^<]+)</g)].map(([, prefix]) => prefix);
      });
    await put('libs/org/example/tool/1.0.0/tool-1.0.0.pom', pom('org.example', 'tool'));
    expect(await prefixes()).toEqual([[], []]);
    const plugin = 'libs/org/example/tool/lint-maven-plugin/1.0.0/lint-maven-plugin-1.0.0.pom';
    await put(plugin, pom('org.example.tool', 'lint-maven-plugin', 'maven-plugin'));
    expect(await prefixes()).toEqual([['lint'], ['lint']]);
    await put(`${plugin};maven.plugin.prefix=check`, pom('org.example.tool', 'lint-maven-plugin', 'maven-plugin'));
    expect(await prefixes()).toEqual([['check'], ['check']]);
    expect((await nodes[0].ask('libs/org/example/tool/lint-maven-plugin', { method: 'DELETE' })).status).toBe(204);
    expect(await prefixes()).toEqual([[], []]);
  });

  it('is no older than what another has got from the upstream', async () => {
    const publish = async (version: string) => {
      const init = { method: 'PUT', body: await npmPublishBody('pad', version), headers: { 'content-type': 'application/json' } };
      expect((await outside.ask('api/npm/public/pad', init)).status).toBe(201);
    };
    await outside.create({ class: 'local', key: 'public', format: 'npm' });
    await publish('1.0.0');
    const settings = { url: `${outside.baseUrl}/artifactory/api/npm/public`, username: 'admin', metadataSeconds: 600, allowPrivate: true };
    await nodes[0].create({ class: 'remote', key: 'far', format: 'npm', settings, password: outside.adminPassword });
    const versions = () =>
      everywhere(async (node) => Object.keys(((await (await node.ask('api/npm/far/pad')).json()) as { versions: Record<string, unknown> }).versions));
    expect(await versions()).toEqual([['1.0.0'], ['1.0.0']]);
    await publish('1.0.1');
    // A file that the listing does not know is reason to ask for a newer one, when it is no more than some seconds old.
    await expect.poll(async () => (await nodes[0].ask('api/npm/far/pad/-/pad-1.0.1.tgz')).status).toBe(200);
    expect(await versions()).toEqual([
      ['1.0.0', '1.0.1'],
      ['1.0.0', '1.0.1'],
    ]);
  });
});
