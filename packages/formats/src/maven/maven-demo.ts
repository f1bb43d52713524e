import { zip } from '../demo/archives.ts';
import { computeDigest, type DemoClient, type DemoPackage, type FormatDemo, licences, scores } from '../demo/format-demo.ts';

function jarPath(name: string, version: string): string {
  const [group = '', artifact = ''] = name.split(':');
  return `${group.replaceAll('.', '/')}/${artifact}/${version}/${artifact}-${version}.jar`;
}

/** Runs of builds, oldest first: when, with what, and what came out. */
const builds = [
  { name: 'order-service', number: '41', started: '2026-01-02T08:30:00.000+0000', version: '1.4.0', jdk: '17.0.9', stock: '0.8.2' },
  { name: 'order-service', number: '42', started: '2026-05-19T14:05:00.000+0000', version: '1.4.1', jdk: '17.0.11', stock: '0.9.0' },
  { name: 'order-service', number: '43', started: '2026-08-11T09:12:00.000+0000', version: '1.5.0', jdk: '21.0.4', stock: '0.9.0' },
  { name: 'order-service', number: '44', started: '2026-11-03T16:48:00.000+0000', version: '1.6.0', jdk: '21.0.5', stock: '0.10.0' },
] as const;

/** Runs of the build that made the order service. Answers how many. */
async function publishBuilds(client: DemoClient, repository: string): Promise<number> {
  for (const { name, number, started, version, jdk, stock } of builds) {
    const path = jarPath('com.shop:order-service', version);
    const computeSums = async (place: string) => {
      const jar = Buffer.from(await (await client.send('GET', `/artifactory/${repository}/${place}`)).arrayBuffer());
      return { sha1: computeDigest('sha1', jar), md5: computeDigest('md5', jar), sha256: computeDigest('sha256', jar) };
    };
    const used = await computeSums(jarPath('com.shop:stock-client', stock));
    await client.json('PUT', '/artifactory/api/build', {
      name,
      number,
      started,
      version: '1.0.1',
      agent: { name: 'demo', version: '1' },
      buildAgent: { name: 'Maven', version: '3.9' },
      url: `https://ci.shop.example/order-service/${number}`,
      vcs: [{ url: 'https://git.shop.example/order-service.git', revision: computeDigest('sha1', version), branch: 'main', message: `Release ${version}` }],
      properties: { 'buildInfo.env.JAVA_VERSION': jdk, 'buildInfo.env.CI': 'true', 'buildInfo.env.BRANCH': 'main' },
      modules: [
        {
          id: `com.shop:order-service:${version}`,
          type: 'maven',
          artifacts: [{ name: `order-service-${version}.jar`, type: 'jar', path, originalDeploymentRepo: repository, ...(await computeSums(path)) }],
          dependencies: [{ id: `com.shop:stock-client:${stock}`, type: 'jar', scopes: ['compile'], ...used }],
        },
      ],
    });
  }
  return builds.length;
}

/** As `mvn deploy` does, without the files that the server makes itself. */
async function publish(client: DemoClient, repository: string, { name, description, licence }: DemoPackage, version: string): Promise<void> {
  const [group = '', artifact = ''] = name.split(':');
  const folder = `/artifactory/${repository}/${group.replaceAll('.', '/')}/${artifact}/${version}/${artifact}-${version}`;
  const pom = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
  <description>${description}</description>
  <licenses><license><name>${licence}</name></license></licenses>
</project>
`;
  await client.send('PUT', `${folder}.jar`, await zip({ 'META-INF/MANIFEST.MF': `Manifest-Version: 1.0\nImplementation-Version: ${version}\n` }));
  await client.send('PUT', `${folder}.pom`, pom);
}

export const demo: FormatDemo = {
  packages: [
    {
      name: 'com.shop:order-service',
      description: 'Takes orders and follows them to the door',
      licence: licences.apache,
      versions: ['1.4.0', '1.4.1', '1.5.0', '1.6.0'],
    },
    { name: 'com.shop:stock-client', description: 'Asks the warehouse what is left', licence: licences.apache, versions: ['0.8.2', '0.9.0', '0.10.0'] },
  ],
  publish,
  addressOf: (repository, name, version) => `${repository}/${jarPath(name, version)}`,
  advisories: [{ name: 'com.shop:order-service', summary: 'Orders of others can be read by counting their numbers', fixed: '1.5.0', score: scores.high }],
  releaseBundles: (repository) => [
    {
      name: 'order-service',
      version: '1.5.0',
      description: 'The order service as the branches run it',
      notes: '## New\n\n- Orders can be followed to the door\n- Numbers of orders can no longer be guessed',
      criteria: { repo: repository, path: 'com/shop/order-service/1.5.0' },
      signed: true,
    },
  ],
  publishBuilds,
};
