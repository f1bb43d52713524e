import { hiveNames } from '@packhouse/formats/nuget/render-nuget.ts';
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
  conan: ({ name, version }) => {
    const recipe = `v2/conans/${name}/${version}/_/_`;
    return [`v2/conans/search?q=${searched}*`, 'v2/conans/search?q=*', `v2/conans/search?q=${name}/*`, `${recipe}/latest`, `${recipe}/revisions`, recipe];
  },
  gems: ({ name, version }) => [
    'versions',
    'names',
    `info/${name}`,
    'specs.4.8.gz',
    'latest_specs.4.8.gz',
    'prerelease_specs.4.8.gz',
    `quick/Marshal.4.8/${name}-${version}.gemspec.rz`,
    `api/v1/search.json?query=${searched}`,
  ],
  huggingfaceml: ({ name, path, folder }) => {
    const [, revision = 'main'] = /\/([0-9a-f]{40})\//.exec(`/${folder}/${path}`) ?? [];
    return ['models', 'datasets', 'spaces'].flatMap((kind) => {
      const own = `api/${kind}/${name}`;
      const files = kind === 'models' ? name : `${kind}/${name}`;
      const word = name.split('/')[1]!;
      return [
        ...[`search=${searched}`, `author=acme`, 'full=true', `filter=${word}`, 'limit=1000', ''].map((query) => `api/${kind}${query && `?${query}`}`),
        own,
        `${own}?blobs=true`,
        `${own}/refs`,
        ...['main', revision].flatMap((at) => [
          ...['revision', 'tree', 'commits', 'paths-info', 'preupload'].map((call) => `${own}/${call}/${at}`),
          `${own}/tree/${at}/data`,
          `${own}/tree/${at}?recursive=true&expand=true`,
          `${files}/resolve/${at}/README.md`,
          `${files}/resolve/${at}/data/${word}.bin`,
        ]),
        `${files}.git/info/lfs/objects/batch`,
      ];
    });
  },
  vagrant: ({ name, version }) => [name, `api/v2/vagrant/${name}`, `${name}/.boxes`, `${name}/${version}/libvirt-amd64.box`, `${name}/${version}`],
  nuget: ({ name, version }) => [
    'index.json',
    `query?q=${searched}`,
    'query?q=',
    `autocomplete?q=${searched}`,
    `autocomplete?id=${name}`,
    `flat/${name}/index.json`,
    `flat/${name}/${version}/${name}.nuspec`,
    ...hiveNames.flatMap((hive) => [`${hive}/${name}/index.json`, `${hive}/${name}/${version}.json`]),
  ],
  swift: ({ name, version }) => {
    const place = name.replace('.', '/');
    const from = (address: string) => `identifiers?url=https://example.com/${address}.git`;
    return [from(place), place, `${place}.json`, `${place}/${version}`, `${place}/${version}.zip`, `${place}/${version}/Package.swift`];
  },
  terraform: ({ name, version }) => [`v1/modules/${name}/versions`, `v1/modules/${name}/${version}/download`, `v1/modules/${name}/download`],
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
const files = ({ folder, name, listed }: Target) => {
  const group = name.replaceAll(/[.:]/g, '/');
  const dists = ['Release', 'InRelease', 'main/binary-all/Packages', 'main/binary-all/Packages.gz', 'main/binary-amd64/Packages.gz', 'Contents-all.gz'];
  return [
    folder,
    `${folder}/`,
    '',
    `${group}/maven-metadata.xml`,
    'archetype-catalog.xml',
    ...dists.map((one) => `dists/bookworm/${one}`),
    `${folder}/APKINDEX.tar.gz`,
    'repodata/repomd.xml',
    ...listed,
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
