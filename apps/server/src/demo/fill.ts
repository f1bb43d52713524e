import { type DemoClient, digestOf } from './demo-client.ts';
import { publishCargo, publishDebian, publishDocker, publishGeneric, publishHelm } from './publish-system.ts';
import { publishGo, publishMaven, publishNpm, publishPypi } from './publish-web.ts';
import { type DemoFormat, type DemoPackage, groups, packages, repositoryOf, users } from './story.ts';

type Publish = (client: DemoClient, one: DemoPackage, version: string) => Promise<void>;

const publishers: Record<DemoFormat, Publish> = {
  npm: publishNpm,
  maven: publishMaven,
  pypi: publishPypi,
  docker: publishDocker,
  helm: publishHelm,
  cargo: publishCargo,
  debian: publishDebian,
  go: publishGo,
  generic: publishGeneric,
};
export const demoFormats = Object.keys(publishers) as DemoFormat[];

/** A local repository of every format, and a virtual one in front of it. */
export async function makeRepositories(client: DemoClient): Promise<void> {
  for (const format of demoFormats) {
    const local = repositoryOf(format);
    await makeRepository(client, local, { rclass: 'local', packageType: format, description: `What the shop makes as ${format}` });
    const shared = { rclass: 'virtual', packageType: format, repositories: [local], defaultDeploymentRepo: local };
    await makeRepository(client, `demo-${format}`, { ...shared, description: `Everything as ${format} under one address` });
  }
}

async function makeRepository(client: DemoClient, key: string, config: object): Promise<void> {
  const known = (await (await client.send('GET', '/artifactory/api/repositories')).json()) as { key: string }[];
  if (!known.some((one) => one.key === key)) await client.json('PUT', `/artifactory/api/repositories/${key}`, config);
}

/** Groups with what they may do, and users in them. Answers whether the users are new, so that the password is theirs. */
export async function makePeople(client: DemoClient, password: string): Promise<boolean> {
  for (const { name, description } of groups) await client.json('PUT', `/artifactory/api/security/groups/${name}`, { name, description });
  const known = (await (await client.send('GET', '/artifactory/api/security/users')).json()) as { name: string }[];
  const added = users.filter(({ name }) => !known.some((one) => one.name === name));
  for (const user of added) await client.json('PUT', `/artifactory/api/security/users/${user.name}`, { ...user, password });
  await client.json('POST', '/artifactory/api/v2/security/permissions/demo', {
    name: 'demo',
    repo: {
      'include-patterns': ['**'],
      'exclude-patterns': [],
      repositories: demoFormats.map(repositoryOf),
      actions: { users: {}, groups: Object.fromEntries(groups.map(({ name, may }) => [name, may])) },
    },
  });
  return added.length > 0;
}

/** Every version of every package of one format; answers how many. */
export async function publishAll(client: DemoClient, format: DemoFormat): Promise<number> {
  let count = 0;
  for (const one of packages[format] as readonly DemoPackage[])
    for (const version of one.versions) {
      await publishers[format](client, one, version);
      count++;
    }
  return count;
}

/** Somebody fetches what was published, so that there are figures to look at. */
export async function download(client: DemoClient): Promise<void> {
  const manual = `/artifactory/${repositoryOf('generic')}/manuals/2026.2/manual-en.txt`;
  for (let count = 0; count < 12; count++) await (await client.send('GET', manual)).arrayBuffer();
  for (const version of ['1.4.0', '1.5.0'])
    await (await client.send('GET', `/artifactory/${repositoryOf('maven')}/com/shop/order-service/${version}/order-service-${version}.jar`)).arrayBuffer();
}

/** Two runs of a build that made the order service. */
export async function publishBuilds(client: DemoClient): Promise<void> {
  for (const [at, version] of ['1.4.0', '1.5.0'].entries()) {
    const path = `com/shop/order-service/${version}/order-service-${version}.jar`;
    const jar = Buffer.from(await (await client.send('GET', `/artifactory/${repositoryOf('maven')}/${path}`)).arrayBuffer());
    const sums = { sha1: digestOf('sha1', jar), md5: digestOf('md5', jar), sha256: digestOf('sha256', jar) };
    await client.json('PUT', '/artifactory/api/build', {
      name: 'order-service',
      number: String(at + 41),
      started: `2026-01-0${at + 2}T08:30:00.000+0000`,
      version: '1.0.1',
      agent: { name: 'demo', version: '1' },
      buildAgent: { name: 'Maven', version: '3.9' },
      url: `https://ci.shop.example/order-service/${at + 41}`,
      vcs: [{ url: 'https://git.shop.example/order-service.git', revision: digestOf('sha1', version), branch: 'main' }],
      modules: [
        {
          id: `com.shop:order-service:${version}`,
          type: 'maven',
          artifacts: [{ name: `order-service-${version}.jar`, type: 'jar', path, originalDeploymentRepo: repositoryOf('maven'), ...sums }],
          dependencies: [{ id: 'com.shop:stock-client:0.9.0', type: 'jar', scopes: ['compile'] }],
        },
      ],
    });
  }
}
