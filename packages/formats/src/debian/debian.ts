import { numberedRules } from '../advisory-rules.ts';
import { classifyFiles, fileAt } from '../classify-files.ts';
import { findBehind } from '../client-setting.ts';
import type { Format, Location, SetupContext, Snippet, UpstreamRequest, Want } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { findPayload, inspectDeb } from './deb-package.ts';
import { debianIndex } from './debian-index.ts';
import { debianOrigin } from './debian-origin.ts';
import { compareDebianVersions } from './debian-version-order.ts';

const debFile = /(?:^|\/)(?<name>[^/_]+)_(?<version>[^/_]+)_[^/_]+\.deb$/;

/** File names leave the epoch out; what is inside says the whole version. */
function locate(path: string): Location | undefined {
  const groups = debFile.exec(path)?.groups;
  if (groups) return { package: groups.name!, version: groups.version!, lead: true };
  if (!path.endsWith('.deb')) return undefined;
  return { package: path.slice(path.lastIndexOf('/') + 1, -'.deb'.length), version: '0', lead: true };
}

const headPath = /^dists\/(?<scope>.+)\/(?:InRelease|Release|Release\.gpg)$/;
const listPath = /^dists\/(?<scope>.+?)\/[^/]+\/(?:binary-[^/]+|source|i18n|dep11|cnf)\/|^dists\/(?<other>[^/]+)\//;
const flatPath = /(?:^|\/)(?:InRelease|Release|Release\.gpg|(?:Packages|Sources)(?:\.\w+)?)$/;

function classifyDocument(path: string): Want | undefined {
  if (path === 'repository.key') return { kind: 'document', path, freshness: 'metadata', variant: 'signing-key' };
  const byHash = /\/by-hash\/(?<kind>[A-Z0-9]+)\/(?<sum>[0-9a-f]+)$/i.exec(path)?.groups;
  if (byHash) return { kind: 'document', path, freshness: 'forever', ...(byHash.kind === 'SHA256' ? { sha256: byHash.sum!.toLowerCase() } : {}) };
  const head = /\/binary-[^/]+\/Release$/.test(path) ? undefined : headPath.exec(path)?.groups?.scope;
  if (head !== undefined) return { kind: 'document', path, freshness: 'pointer', scope: head };
  const groups = listPath.exec(path)?.groups;
  const scope = groups?.scope ?? groups?.other;
  if (scope !== undefined) return { kind: 'document', path, freshness: 'pointer', scope };
  // Without suites, everything lies in one folder; such an upstream can be passed on, but not merged.
  return flatPath.test(path) ? { kind: 'file', path, freshness: 'pointer' } : undefined;
}

const classify = classifyFiles((path) => classifyDocument(path) ?? fileAt(path, locate(path)));

/** Content kept under its checksum comes from its plain path where the upstream has no other. */
function upstream(want: Want): UpstreamRequest {
  return { path: want.sha256 !== undefined && want.variant !== undefined ? want.variant : want.path };
}

function setup({ url, key, user, canDeploy }: SetupContext): Snippet[] {
  const login = `-u "${user}:$${tokenVariable}"`;
  const file = 'my-package_1.0.0_all.deb';
  const publish: Snippet = {
    step: 'publish',
    title: 'Upload a package into a suite and component',
    language: 'shell',
    text: `curl -f ${login} -T ${file} "${url}/pool/main/m/my-package/${file};deb.distribution=stable;deb.component=main;deb.architecture=all"`,
  };
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Trust the key that signs the repository, and add the repository (as root)',
      language: 'shell',
      text: [
        `curl -fsS ${login} -o "/etc/apt/keyrings/${key}.asc" "${url}/repository.key"`,
        `echo "deb [signed-by=/etc/apt/keyrings/${key}.asc] ${url} stable main" > "/etc/apt/sources.list.d/${key}.list"`,
      ].join('\n'),
    },
    {
      step: 'configure',
      title: 'Keep the token where only apt reads it (as root)',
      language: 'shell',
      text: `install -m 600 /dev/null "/etc/apt/auth.conf.d/${key}.conf"\necho "machine ${url} login ${user} password $${tokenVariable}" > "/etc/apt/auth.conf.d/${key}.conf"`,
    },
    ...(canDeploy ? [publish] : []),
    { step: 'resolve', title: 'Install a package (as root)', language: 'shell', text: 'apt-get update\napt-get install my-package=1.0.0' },
  ];
}

/** Debian packages: suites signed with the platform's key, any upload path, coordinates in properties. */
export const debian: Format = {
  id: 'debian',
  challenge: 'basic',
  classify,
  locate,
  inspect: inspectDeb,
  mayReplace: (path) => !path.endsWith('.deb'),
  upstream,
  indexed: debianIndex,
  origin: debianOrigin,
  payload: findPayload,
  advisories: numberedRules(compareDebianVersions),
  // https://manpages.debian.org/stable/apt/sources.list.5.en.html
  clientUpstream: {
    settings: [
      { files: ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list.d/ubuntu.sources'], find: findBehind(/URIs:/) },
      { files: ['/etc/apt/sources.list'], find: findBehind(/deb(?:\s+\[[^\]]*\])?\s/) },
    ],
  },
  compareVersions: compareDebianVersions,
  setup,
  demo: async () => (await import('./debian-demo.ts')).demo,
};
