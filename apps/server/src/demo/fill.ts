import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { DemoClient, FormatDemo } from '@packhouse/formats/demo/format-demo.ts';
import { formats } from '@packhouse/formats/formats.ts';
import { groups, project, readRepository, users } from './story.ts';

/** The shop makes these, format by format. */
export const demos: readonly { format: FormatId; demo: FormatDemo }[] = await Promise.all(
  formats.flatMap(({ id, demo }) => (demo ? [demo().then((loaded) => ({ format: id, demo: loaded }))] : [])),
);

/** A local repository of every format, and a virtual one in front of it. */
export async function makeRepositories(client: DemoClient): Promise<void> {
  for (const { format } of demos) {
    const local = readRepository(format);
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
      repositories: demos.map(({ format }) => readRepository(format)),
      actions: { users: {}, groups: Object.fromEntries(groups.map(({ name, may }) => [name, may])) },
    },
  });
  return added.length > 0;
}

/** Every version of every package of one format; answers how many. */
export async function publishAll(client: DemoClient, { format, demo }: (typeof demos)[number]): Promise<number> {
  let count = 0;
  for (const one of demo.packages)
    for (const version of one.versions) {
      await demo.publish(client, readRepository(format), one, version);
      count++;
    }
  return count;
}

/** Somebody fetches what was published, newer versions more often, so that there are figures to look at. Answers how many downloads that were. */
export async function download(client: DemoClient): Promise<number> {
  let count = 0;
  for (const { format, demo } of demos) {
    if (!demo.addressOf) continue;
    for (const one of demo.packages)
      for (const [at, version] of one.versions.entries())
        for (let time = 0; time <= at; time++) {
          await (await client.send('GET', `/artifactory/${demo.addressOf(readRepository(format), one.name, version)}`)).arrayBuffer();
          count++;
        }
  }
  return count;
}

/** A project that owns some of the repositories. */
export async function makeProject(client: DemoClient): Promise<void> {
  await client.json('POST', '/access/api/v1/projects', project);
  for (const { format } of demos.filter(({ demo }) => demo.inProject))
    await client.send('PUT', `/access/api/v1/projects/_/attach/repositories/${readRepository(format)}/${project.project_key}?force=true`);
}

/** Runs of the builds that made what was published. Answers how many. */
export async function publishBuilds(client: DemoClient): Promise<number> {
  let count = 0;
  for (const { format, demo } of demos) count += (await demo.publishBuilds?.(client, readRepository(format))) ?? 0;
  return count;
}
