import type { ListedFormat } from './listed-format.ts';
import { publishApk, publishGem, publishModule, publishNuget, publishProvider, publishRecipe, publishRpm, publishSwift } from './publish-files.ts';

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

interface Registration {
  items: { items: { catalogEntry: { version: string; listed: boolean } }[] }[];
}

const apkPath = (name: string, version: string) => `v3.22/main/x86_64/${name}-${version}-r0.apk`;
const rpmPath = (name: string, version: string) => `${name}-${version}-1.noarch.rpm`;
const providerPath = (name: string, version: string) => `${name}/${version}/terraform-provider-${name.slice('shop/'.length)}_${version}_linux_amd64.zip`;

/** Formats whose packages the demonstration does not fill: tests make these themselves. */
export const listedFiles: readonly ListedFormat[] = [
  {
    format: 'alpine',
    nameOf: (word) => word,
    place: apkPath,
    isPacked: true,
    publish: (ask, key, name, version) => publishApk(ask, `${key}/${apkPath(name, version)}`, name, `${version}-r0`),
    listing: (key) => ({ path: `${key}/v3.22/main/x86_64/APKINDEX.tar.gz` }),
    versionsIn: (text, name) => matches(text, new RegExp(`^P:${name}\\nV:(.+)-r0$`, 'gm')),
  },
  {
    format: 'rpm',
    nameOf: (word) => word,
    place: rpmPath,
    isPacked: true,
    publish: (ask, key, name, version) => publishRpm(ask, `${key}/${rpmPath(name, version)}`, name, version),
    listing: (key) => ({ path: `${key}/repodata/repomd.xml` }),
    part: (key, text) => `${key}/${matches(text, /href="([^"]+-primary\.xml\.gz)"/g)[0]}`,
    versionsIn: (text, name) => matches(text, new RegExp(`<name>${name}</name><arch>noarch</arch><version epoch="0" ver="([^"]+)"`, 'g')),
  },
  {
    format: 'nuget',
    nameOf: (word) => word,
    place: (name, version) => `${name}/${version}`,
    publish: publishNuget,
    listing: (key, name) => ({ path: `api/nuget/${key}/reg/${name}/index.json` }),
    versionsIn: (text) =>
      (JSON.parse(text) as Registration).items.flatMap(({ items }) => items).map(({ catalogEntry: { version, listed } }) => `${version}${listed ? '' : '!'}`),
    mark: (ask, key, name, version) => ask(`api/nuget/${key}/api/v2/package/${name}/${version}`, { method: 'DELETE' }),
  },
  {
    format: 'gems',
    nameOf: (word) => word,
    place: (name, version) => `gems/${name}-${version}.gem`,
    publish: publishGem,
    listing: (key, name) => ({ path: `api/gems/${key}/info/${name}` }),
    versionsIn: (text) => matches(text, /^(\d\S*) /gm),
    hidesMarked: true,
    mark: (ask, key, name, version) => ask(`api/gems/${key}/api/v1/gems/yank?gem_name=${name}&version=${version}`, { method: 'DELETE' }),
  },
  {
    format: 'conan',
    nameOf: (word) => word,
    place: (name, version) => `_/${name}/${version}/_`,
    publish: publishRecipe,
    listing: (key, name) => ({ path: `api/conan/${key}/v2/conans/search?q=${name}/*` }),
    versionsIn: (text) => (JSON.parse(text) as { results: string[] }).results.map((reference) => reference.split('/')[1]!.split('@')[0]!),
  },
  {
    format: 'swift',
    nameOf: (word) => `shop/${word}`,
    place: (name, version) => `${name}/${name.slice('shop/'.length)}-${version}.zip`,
    publish: publishSwift,
    listing: (key, name) => ({ path: `api/swift/${key}/${name}`, headers: { accept: 'application/vnd.swift.registry.v1+json' } }),
    versionsIn: (text) => Object.keys((JSON.parse(text) as { releases: object }).releases),
  },
  {
    format: 'terraform',
    kind: 'modules',
    nameOf: (word) => `shop/${word}/aws`,
    place: (name, version) => `${name}/${version}.zip`,
    publish: (ask, key, name, version) => publishModule(ask, `${key}/${name}/${version}.zip`, version),
    listing: (key, name) => ({ path: `api/terraform/${key}/v1/modules/${name}/versions` }),
    versionsIn: (text) => (JSON.parse(text) as { modules: { versions: { version: string }[] }[] }).modules[0]!.versions.map(({ version }) => version),
  },
  {
    format: 'terraform',
    kind: 'providers',
    nameOf: (word) => `shop/${word}`,
    place: (name, version) => `${name}/${version}`,
    publish: (ask, key, name, version) => publishProvider(ask, `${key}/${providerPath(name, version)}`, name.slice('shop/'.length), version),
    listing: (key, name) => ({ path: `api/terraform/${key}/v1/providers/${name}/versions` }),
    versionsIn: (text) => (JSON.parse(text) as { versions: { version: string }[] }).versions.map(({ version }) => version),
  },
];
