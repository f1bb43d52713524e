import { existsSync } from 'node:fs';
import type { Route } from '@packhouse/contract/route.ts';
import { type UnservedCall, unservedCalls, unservedProtocols } from './unserved-calls.ts';

const introduction = `# Calls of existing clients

The calls that command lines, build tools, editors and providers of the JFrog family make, whether they are served, and which test proves it. This page is made from the contract
(\`npm run docs\`), where each call says so in \`compatible\`; \`npm run check\` refuses a page that is not what the contract says. Their schemas stand in the description that a running platform serves at \`/ui/api/v1/docs\`.

The command line itself is to be had from no package registry, so \`e2e/clients/jf/command-line.test.ts\` makes its requests, in its order and its words; the library for Node is the real one
(\`e2e/clients/client-js\`), and so are the package managers ([formats.md](formats.md)). The library offers for repositories \`system().ping\`, \`version\`, \`reportUsage\`, \`search().aqlSearch\`,
\`download().downloadArtifact\`, \`downloadArtifactToFile\`, \`getArtifactChecksum\`, and \`webLogin().registerSessionId\`, \`getToken\`. All of them are called by its test.
The distribution service's test makes the requests of the command line's \`ds\` commands; [distribution.md](distribution.md) says more.
`;

const titles: Readonly<Record<string, string>> = {
  artifactory: 'Repositories',
  v2: 'Containers',
  jfconnect: 'Reports of use',
  access: 'Access',
  xray: 'Scanning',
  distribution: 'Distribution',
};

/** The address as people write it: `{name}` for a part, `{name…}` for a rest of several parts. */
function shownAddress({ url }: Pick<Route, 'url'>): string {
  return url.replace(/:(\w+)/g, '{$1}').replace(/\*(\w+)\??$/, '{$1…}');
}

const getMethods = ({ method, alsoMethods = [] }: Route): string => [method, ...alsoMethods].join(', ');
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const makeGroup = ({ url }: Route): string => url.split('/')[1] ?? '';

function readStatus({ lacks, note }: NonNullable<Route['compatible']>): string {
  return [lacks === undefined ? 'yes' : `partly: ${lacks}`, ...(note === undefined ? [] : [note])].join('; ');
}

const byAddress = (a: Route, b: Route): number => {
  const [first, second] = [shownAddress(a), shownAddress(b)];
  return first === second ? getMethods(a).localeCompare(getMethods(b)) : first < second ? -1 : 1;
};

function servedTable(routes: readonly Route[]): string {
  const rows = routes
    .filter(({ compatible }) => compatible)
    .sort(byAddress)
    .map((one) => {
      const { provenBy } = one.compatible!;
      const proof = provenBy.length > 0 ? provenBy.map((file) => `[${file.split('/').at(-1)}](../${file})`).join(', ') : '–';
      return row(`\`${getMethods(one)} ${shownAddress(one)}\``, one.summary, readStatus(one.compatible!), proof);
    });
  return ['| Call | What it does | Served | Proven by |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function unservedTable(calls: readonly UnservedCall[]): string {
  const rows = calls.map(({ call, purpose, priority }) => row(`\`${call}\``, purpose, String(priority)));
  return ['| Call | What it is for | Priority |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The page: what is served, by service, then what is not. */
export function renderDocument(routes: readonly Route[]): string {
  const groups = Map.groupBy(
    routes.filter(({ compatible }) => compatible),
    makeGroup,
  );
  const order = [...Object.keys(titles), ...[...groups.keys()].filter((name) => !(name in titles)).sort()].filter((name) => groups.has(name));
  const served = order.map((name) => `## ${titles[name] ?? `\`/${name}\``}\n\n${servedTable(groups.get(name)!)}\n`);
  const unserved = Object.entries(unservedCalls).map(([title, calls]) => `### ${title}\n\n${unservedTable(calls)}\n`);
  const protocols = `Package protocols without an address here: ${unservedProtocols.join(', ')}.\n`;
  const own = routes.filter(({ compatible, url }) => !compatible && (makeGroup({ url } as Route) in titles || url.startsWith('/.well-known')));
  const ownText = `Calls of our own below these addresses, which no existing client makes: ${own
    .sort(byAddress)
    .map((one) => `\`${getMethods(one)} ${shownAddress(one)}\``)
    .join(', ')}.\n`;
  return [
    introduction,
    ...served,
    ownText,
    '## Not served\n\nPriority 1 is what whole kinds of clients need, 2 what few do. They are answered with 404 in the platform’s envelope.\n',
    ...unserved,
    protocols,
  ].join('\n');
}

const plain = (address: string): string => address.replace(/\{[^}]*\}/g, '{}');

/** Tells what the contract and the table of unserved calls say wrong: a call that is served after all, a proof that is no file. */
export function getFaults(routes: readonly Route[]): string[] {
  const served = new Set(
    routes.flatMap((one) =>
      getMethods(one)
        .split(', ')
        .map((method) => `${method} ${plain(shownAddress(one))}`),
    ),
  );
  const stale = Object.values(unservedCalls)
    .flat()
    .flatMap(({ call }) => {
      const [, methods = '', address = ''] = /^(.*) (\/.*)$/.exec(call) ?? [];
      return methods
        .split(', ')
        .filter((method) => served.has(`${method} ${plain(address)}`))
        .map((method) => `${method} ${address} is served: it stands among the calls that are not`);
    });
  const proofs = new Set(routes.flatMap(({ compatible }) => compatible?.provenBy ?? []));
  return [...stale, ...[...proofs].filter((file) => !existsSync(file)).map((file) => `${file} is to prove a call and does not exist`)];
}
