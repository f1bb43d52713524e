import { tarGz } from '../demo/archives.ts';
import { type DemoClient, type DemoPackage, type FormatDemo, getReadme, licences } from '../demo/format-demo.ts';

/** A chart as `helm package` makes it. https://helm.sh/docs/topics/charts/ */
async function publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void> {
  const { name, description } = one;
  const chart = `apiVersion: v2\nname: ${name}\nversion: ${version}\nappVersion: "1.21.0"\ndescription: ${description}\n`;
  const content = await tarGz({
    [`${name}/Chart.yaml`]: chart,
    [`${name}/values.yaml`]: 'replicas: 2\n',
    [`${name}/README.md`]: getReadme(one, `helm install ${name} demo/${name}`),
  });
  await client.send('PUT', `/artifactory/${repository}/${name}-${version}.tgz`, content);
}

export const demo: FormatDemo = {
  packages: [{ name: 'storefront', description: 'The storefront with its ingress', licence: licences.apache, versions: ['0.12.0', '0.13.0', '0.14.0'] }],
  publish,
  addressOf: (repository, name, version) => `${repository}/${name}-${version}.tgz`,
  releaseBundles: (repository) => [
    {
      name: 'storefront-charts',
      version: '0.14.0',
      description: 'Charts for the next roll-out',
      notes: 'Waits for the load test.',
      criteria: { repo: repository, name: { $match: 'storefront-0.14.0*' } },
      signed: false,
    },
  ],
  inProject: true,
};
