import { tarGz } from '../demo/archives.ts';
import { type DemoClient, type DemoPackage, type FormatDemo, getReadme, licences, scores } from '../demo/format-demo.ts';

/** Sources as `R CMD build` packs them. */
async function publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void> {
  const { name, description, licence } = one;
  const lines = [
    `Package: ${name}`,
    `Version: ${version}`,
    `Title: ${description}`,
    `Description: ${description}, by region and week.`,
    'Author: The shop',
    'Maintainer: The shop <shop@shop.example>',
    `License: ${licence}`,
    'Depends: R (>= 4.1)',
    'Imports: stats',
    'NeedsCompilation: no',
  ];
  const content = await tarGz({
    [`${name}/DESCRIPTION`]: `${lines.join('\n')}\n`,
    [`${name}/NAMESPACE`]: 'export(expect)\n',
    [`${name}/README.md`]: getReadme(one, `install.packages("${name}")`),
    [`${name}/R/expect.R`]: 'expect <- function(weeks) stats::predict(weeks)\n',
  });
  await client.send('PUT', `/artifactory/api/cran/${repository}/src/contrib/${name}_${version}.tar.gz`, content);
}

export const demo: FormatDemo = {
  packages: [{ name: 'shopdemand', description: 'Expects what will be ordered', licence: licences.mit, versions: ['0.4.0', '0.4.1', '0.5.0'] }],
  publish,
  addressOf: (repository, name, version) => `api/cran/${repository}/src/contrib/${name}_${version}.tar.gz`,
  advisories: [{ name: 'shopdemand', summary: 'A file of orders runs what it holds', fixed: '0.4.1', score: scores.high }],
};
