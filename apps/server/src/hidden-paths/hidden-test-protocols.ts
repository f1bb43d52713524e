import { searched, type Target } from './hidden-test-content.ts';

const crate = (name: string) => `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;

/** Listings and searches of each protocol, and what it says of one package. */
const listings: Partial<Record<Target['format'], (target: Target) => string[]>> = {
  npm: ({ name }) => [name, `-/package/${name}/dist-tags`, `-/v1/search?text=${searched}`, '-/v1/search?text=', '-/all', `${name}/latest`],
  pypi: ({ name }) => ['simple/', 'simple', `simple/${name}/`, `pypi/${name}/json`, `simple/${name}/?format=application/vnd.pypi.simple.v1+json`],
  helm: () => ['index.yaml', 'charts', 'api/charts'],
  cargo: ({ name }) => [
    crate(name),
    `index/${crate(name)}`,
    `api/v1/crates?q=${searched}`,
    `api/v1/crates?q=`,
    `api/v1/crates/${name}`,
    `api/v1/crates/${name}/owners`,
    'config.json',
  ],
  composer: ({ name }) => ['packages.json', `p2/${name}.json`, `search.json?q=${searched}`, 'packages/list.json', 'search.json'],
  conda: () => ['noarch/repodata.json', 'noarch/repodata.json.zst', 'noarch/current_repodata.json', 'channeldata.json', 'noarch/repodata.json.bz2'],
  cran: () => ['src/contrib/PACKAGES', 'src/contrib/PACKAGES.gz', 'src/contrib/PACKAGES.rds', 'src/contrib/'],
  go: ({ name, version }) => [`${name}/@v/list`, `${name}/@latest`, `${name}/@v/${version}.info`, `${name}/@v/${version}.mod`],
  docker: ({ name, version, sha256 }) => [
    '_catalog',
    `${name}/tags/list`,
    `${name}/manifests/${version}`,
    `${name}/blobs/sha256:${sha256}`,
    `${name}/referrers/sha256:${sha256}`,
  ],
};

/** Files that protocols of plain paths list others in. */
const files = ({ folder, name }: Target) => {
  const group = name.replaceAll(/[.:]/g, '/');
  const dists = ['Release', 'InRelease', 'main/binary-all/Packages', 'main/binary-all/Packages.gz', 'main/binary-amd64/Packages.gz', 'Contents-all.gz'];
  return [
    folder,
    `${folder}/`,
    '',
    `${group}/maven-metadata.xml`,
    'archetype-catalog.xml',
    ...dists.map((one) => `dists/bookworm/${one}`),
    'index.yaml',
    '.index/nexus-maven-repository-index.properties',
  ];
};

/** Addresses of a protocol below its own; the protocols of other formats than the repository's are asked for the repository all the same. */
export function protocolPaths(url: string, target: Target): string[] {
  const listed = listings[target.format]?.(target) ?? [];
  const whole = url.startsWith('/v2') || /terraform\/v1|trash|build/.test(url);
  return [target.path, ...files(target), ...listed].flatMap((one) => (whole ? [`${target.repository}/${one}`, one] : [one]));
}
