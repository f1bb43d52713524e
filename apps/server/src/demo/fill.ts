import { type DemoClient, digestOf } from './demo-client.ts';
import { publishCargo, publishDebian, publishDocker, publishGeneric, publishHelm } from './publish-system.ts';
import { publishGo, publishMaven, publishNpm, publishPypi } from './publish-web.ts';
import { builds, type DemoFormat, type DemoPackage, groups, packages, project, projectFormats, repositoryOf, users } from './story.ts';

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

/** Where clients fetch a version of each format from, and how often somebody did. */
const fetched: readonly { path: (name: string, version: string) => string; format: DemoFormat }[] = [
  { format: 'npm', path: (name, version) => `api/npm/${repositoryOf('npm')}/${name}/-/${name.split('/').at(-1)}-${version}.tgz` },
  { format: 'maven', path: (name, version) => `${repositoryOf('maven')}/${mavenJar(name, version)}` },
  { format: 'helm', path: (name, version) => `${repositoryOf('helm')}/${name}-${version}.tgz` },
  { format: 'debian', path: (name, version) => `${repositoryOf('debian')}/pool/${name}_${version}_all.deb` },
  { format: 'go', path: (name, version) => `api/go/${repositoryOf('go')}/${name}/@v/${version}.zip` },
  { format: 'generic', path: (name, version) => `${repositoryOf('generic')}/${name}/${version}/manual-en.txt` },
];

function mavenJar(name: string, version: string): string {
  const [group = '', artifact = ''] = name.split(':');
  return `${group.replaceAll('.', '/')}/${artifact}/${version}/${artifact}-${version}.jar`;
}

/** Somebody fetches what was published, newer versions more often, so that there are figures to look at. Answers how many downloads that were. */
export async function download(client: DemoClient): Promise<number> {
  let count = 0;
  for (const { format, path } of fetched)
    for (const one of packages[format] as readonly DemoPackage[])
      for (const [at, version] of one.versions.entries())
        for (let time = 0; time <= at; time++) {
          await (await client.send('GET', `/artifactory/${path(one.name, version)}`)).arrayBuffer();
          count++;
        }
  return count;
}

/** A project that owns some of the repositories. */
export async function makeProject(client: DemoClient): Promise<void> {
  await client.json('POST', '/access/api/v1/projects', project);
  for (const format of projectFormats)
    await client.send('PUT', `/access/api/v1/projects/_/attach/repositories/${repositoryOf(format)}/${project.project_key}?force=true`);
}

/** Runs of the build that made the order service. Answers how many. */
export async function publishBuilds(client: DemoClient): Promise<number> {
  for (const { name, number, started, version, jdk, stock } of builds) {
    const path = mavenJar('com.shop:order-service', version);
    const sumsOf = async (place: string) => {
      const jar = Buffer.from(await (await client.send('GET', `/artifactory/${repositoryOf('maven')}/${place}`)).arrayBuffer());
      return { sha1: digestOf('sha1', jar), md5: digestOf('md5', jar), sha256: digestOf('sha256', jar) };
    };
    const used = await sumsOf(mavenJar('com.shop:stock-client', stock));
    await client.json('PUT', '/artifactory/api/build', {
      name,
      number,
      started,
      version: '1.0.1',
      agent: { name: 'demo', version: '1' },
      buildAgent: { name: 'Maven', version: '3.9' },
      url: `https://ci.shop.example/order-service/${number}`,
      vcs: [{ url: 'https://git.shop.example/order-service.git', revision: digestOf('sha1', version), branch: 'main', message: `Release ${version}` }],
      properties: { 'buildInfo.env.JAVA_VERSION': jdk, 'buildInfo.env.CI': 'true', 'buildInfo.env.BRANCH': 'main' },
      modules: [
        {
          id: `com.shop:order-service:${version}`,
          type: 'maven',
          artifacts: [{ name: `order-service-${version}.jar`, type: 'jar', path, originalDeploymentRepo: repositoryOf('maven'), ...(await sumsOf(path)) }],
          dependencies: [{ id: `com.shop:stock-client:${stock}`, type: 'jar', scopes: ['compile'], ...used }],
        },
      ],
    });
  }
  return builds.length;
}
