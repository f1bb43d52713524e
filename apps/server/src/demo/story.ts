/** One package of the imagined company, in the versions it has had. */
export interface DemoPackage {
  name: string;
  description: string;
  licence: string;
  versions: readonly string[];
}

const mit = 'MIT';
const apache = 'Apache-2.0';

/** A small web shop: what its teams make, by format. */
export const packages = {
  npm: [
    {
      name: '@shop/design-system',
      description: 'Buttons, forms and tables of every page of the shop',
      licence: mit,
      versions: ['1.0.0', '1.1.0', '1.1.1', '2.0.0', '2.1.0'],
    },
    { name: '@shop/checkout', description: 'The way from the basket to the payment', licence: apache, versions: ['3.2.0', '3.2.1', '3.3.0-rc.1'] },
    { name: 'price-format', description: 'Writes prices as people of a country expect them', licence: mit, versions: ['0.9.0', '1.0.0', '1.0.1', '1.1.0'] },
  ],
  maven: [
    {
      name: 'com.shop:order-service',
      description: 'Takes orders and follows them to the door',
      licence: apache,
      versions: ['1.4.0', '1.4.1', '1.5.0', '1.6.0'],
    },
    { name: 'com.shop:stock-client', description: 'Asks the warehouse what is left', licence: apache, versions: ['0.8.2', '0.9.0', '0.10.0'] },
  ],
  pypi: [
    { name: 'shop-forecast', description: 'Guesses what will be bought next week', licence: apache, versions: ['0.3.0', '0.4.0', '0.5.0'] },
    { name: 'shop-reports', description: 'Monthly figures as tables and charts', licence: mit, versions: ['2.0.0', '2.1.0'] },
  ],
  docker: [
    { name: 'shop/storefront', description: 'The pages that visitors see', licence: apache, versions: ['1.20.0', '1.21.0', 'latest'] },
    { name: 'shop/order-service', description: 'Takes orders and follows them to the door', licence: apache, versions: ['1.4.0', '1.5.0'] },
  ],
  helm: [{ name: 'storefront', description: 'The storefront with its ingress', licence: apache, versions: ['0.12.0', '0.13.0', '0.14.0'] }],
  cargo: [{ name: 'shop-barcode', description: 'Reads the codes on boxes', licence: mit, versions: ['0.2.0', '0.2.1', '0.3.0'] }],
  debian: [{ name: 'shop-agent', description: 'Reports what a till has sold', licence: apache, versions: ['1.0.3-1', '1.1.0-1'] }],
  go: [{ name: 'shop.example/ledger', description: 'Double-entry book keeping', licence: mit, versions: ['v1.0.0', 'v1.1.0'] }],
  generic: [{ name: 'manuals', description: 'What comes in the box', licence: apache, versions: ['2026.1', '2026.2'] }],
} as const satisfies Record<string, readonly DemoPackage[]>;

export type DemoFormat = keyof typeof packages;

export const repositoryOf = (format: DemoFormat) => `demo-${format}-local`;

export const users = [
  { name: 'demo.ada', email: 'ada@shop.example', groups: ['demo-developers'] },
  { name: 'demo.grace', email: 'grace@shop.example', groups: ['demo-developers', 'demo-release'] },
  { name: 'demo.linus', email: 'linus@shop.example', groups: ['demo-operations'] },
] as const;

/** Groups, and what they may do in all demo repositories. */
export const groups = [
  { name: 'demo-developers', description: 'Publish what they make', may: ['read', 'write', 'annotate'] },
  { name: 'demo-release', description: 'Move what is ready, and take back what is not', may: ['read', 'write', 'annotate', 'delete'] },
  { name: 'demo-operations', description: 'Read everything that runs', may: ['read'] },
] as const;

/** What stands on the first page of a package. */
export const readmeOf = ({ name, description, licence, versions }: DemoPackage, install: string) => `# ${name}

${description}.

## Install

\`\`\`
${install}
\`\`\`

## What it promises

| | |
| --- | --- |
| Releases | ${versions.join(', ')} |
| Kept for | the newest two of each year |
| Asked about | in the channel of its team |

1. Nothing that worked in a minor release stops working in the next one.
2. A new major release says what to change, and why.

> Found something wrong? Say which version you use, and what you expected instead.

## Licence

${licence}
`;

/** A project, and the formats whose repositories it owns. */
export const project = { project_key: 'demo-ops', display_name: 'Shop operations', description: 'What keeps the tills and the pages running' };
export const projectFormats: readonly DemoFormat[] = ['helm', 'debian'];

/** Runs of builds, oldest first: when, with what, and what came out. */
export const builds = [
  { name: 'order-service', number: '41', started: '2026-01-02T08:30:00.000+0000', version: '1.4.0', jdk: '17.0.9', stock: '0.8.2' },
  { name: 'order-service', number: '42', started: '2026-05-19T14:05:00.000+0000', version: '1.4.1', jdk: '17.0.11', stock: '0.9.0' },
  { name: 'order-service', number: '43', started: '2026-08-11T09:12:00.000+0000', version: '1.5.0', jdk: '21.0.4', stock: '0.9.0' },
  { name: 'order-service', number: '44', started: '2026-11-03T16:48:00.000+0000', version: '1.6.0', jdk: '21.0.5', stock: '0.10.0' },
] as const;
