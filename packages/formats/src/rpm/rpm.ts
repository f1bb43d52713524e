import { AppError } from '@packhouse/contract/errors.ts';
import { numberedRules } from '../advisory-rules.ts';
import type { RangedBytes } from '../archive/archive-entry.ts';
import { classifyFiles, fileAt } from '../classify-files.ts';
import { findBehind } from '../client-setting.ts';
import type { Dependency, Format, Inspection, Location, PackageFacts, Payload, SetupContext, Snippet, StagedFile, UpstreamRequest, Want } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { installed } from './rpm-database.ts';
import { type RpmHeader, readRpmHeader } from './rpm-header.ts';
import { rpmIndex } from './rpm-index.ts';
import { getRelations, readContent, relations } from './rpm-metadata.ts';
import { rpmOrigin } from './rpm-origin.ts';
import { refusals } from './rpm-refusals.ts';
import { compareRpmVersions } from './rpm-version-order.ts';

const rpmFile = /(?:^|\/)(?<name>[^/]+)-(?<version>[^/-]+-[^/-]+)\.[^./]+\.rpm$/;

function locate(path: string): Location | undefined {
  const groups = rpmFile.exec(path)?.groups;
  if (groups) return { package: groups.name!, version: groups.version!, lead: true };
  if (!path.endsWith('.rpm')) return undefined;
  return { package: path.slice(path.lastIndexOf('/') + 1, -'.rpm'.length), version: '0', lead: true };
}

function getDependencies(header: RpmHeader): Dependency[] {
  const scopes: Record<string, Dependency['scope']> = { requires: 'runtime', recommends: 'optional', suggests: 'optional' };
  const signs: Record<number, string> = { 2: '<', 4: '>', 8: '=', 10: '<=', 12: '>=' };
  return relations.flatMap((relation) => {
    const scope = scopes[relation.element];
    if (!scope) return [];
    return getRelations(header, relation)
      .filter(({ name }) => !name.startsWith('rpmlib('))
      .map(({ name, flags, version }) => ({ name, requirement: version === '' ? '*' : `${signs[flags & 14] ?? ''} ${version}`.trim(), scope }));
  });
}

function readFacts(header: RpmHeader): PackageFacts {
  const [description, readme, homepage, licence, vendor, group, source] = [1004, 1005, 1020, 1014, 1011, 1016, 1044].map((tag) => header.text(tag));
  const display = { Architecture: header.text(1022), Group: group, Source: source };
  return {
    ...(description ? { description } : {}),
    ...(readme ? { readme } : {}),
    ...(homepage ? { homepage } : {}),
    ...(licence ? { licenses: [licence] } : {}),
    ...(vendor ? { authors: [vendor] } : {}),
    dependencies: getDependencies(header),
    display: Object.fromEntries(Object.entries(display).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  };
}

/** Reads the header; the payload stays closed. @throws AppError `invalid_package` */
async function inspect(location: Location, _path: string, file: StagedFile): Promise<Inspection> {
  const header = await readRpmHeader(file);
  const [name = '', version = '', release = ''] = [1000, 1001, 1002].map((tag) => header.text(tag));
  const epoch = header.number(1003) ?? 0;
  if (name === '' || version === '' || release === '') throw new AppError(refusals.rpm_names_nothing);
  const whole = `${epoch > 0 ? `${epoch}:` : ''}${version}-${release}`;
  return {
    ...location,
    package: name,
    version: whole,
    lead: true,
    facts: readFacts(header),
    listed: readContent(header, name, version, release, epoch),
    properties: { 'rpm.metadata.name': [name], 'rpm.metadata.version': [version], 'rpm.metadata.release': [release] },
  };
}

const packings: Readonly<Record<string, Payload['packing']>> = { gzip: 'gzip', xz: 'xz', zstd: 'zstd' };

/** What a package puts on a machine. */
async function findPayload(file: RangedBytes): Promise<Payload> {
  const header = await readRpmHeader(file);
  const [form = 'cpio', name = 'gzip'] = [1124, 1125].map((tag) => header.text(tag));
  const packing = packings[name];
  if (form !== 'cpio' || !packing) throw new AppError(refusals.rpm_payload_unknown, { form: `${form}.${name}`.slice(0, 100) });
  return { start: header.end, end: file.size - 1, kind: 'cpio', packing };
}

function classifyDocument(path: string): Want | undefined {
  if (path === 'repository.key') return { kind: 'document', path, freshness: 'metadata', variant: 'signing-key' };
  const groups = /^(?:(?<scope>.+)\/)?repodata\/(?<file>[^/]+)$/.exec(path)?.groups;
  if (!groups) return undefined;
  const { scope = '', file = '' } = groups;
  const sha256 = /^[0-9a-f]{64}(?=-)/.exec(file)?.[0];
  if (sha256 !== undefined) return { kind: 'document', path, freshness: 'forever', sha256 };
  return { kind: 'document', path, freshness: 'pointer', scope };
}

const classify = classifyFiles((path) => classifyDocument(path) ?? fileAt(path, locate(path)));

function setup({ url, key, user, canDeploy }: SetupContext): Snippet[] {
  const file = 'my-package-1.0.0-1.noarch.rpm';
  const publish: Snippet = {
    step: 'publish',
    title: 'Upload a package',
    language: 'shell',
    text: `curl -f -u "${user}:$${tokenVariable}" -T ${file} "${url}/${file}"`,
  };
  const settings = [
    `[${key}]`,
    `name=${key}`,
    `baseurl=${url}`,
    `username=${user}`,
    `password=$${tokenVariable}`,
    'enabled=1',
    'repo_gpgcheck=1',
    'gpgcheck=0',
    `gpgkey=file:///etc/pki/rpm-gpg/${key}.key`,
  ];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Trust the key that signs the repository, and add the repository (as root)',
      language: 'shell',
      text: [
        'mkdir -p /etc/pki/rpm-gpg',
        `curl -fsS -u "${user}:$${tokenVariable}" -o "/etc/pki/rpm-gpg/${key}.key" "${url}/repository.key"`,
        `install -m 600 /dev/null "/etc/yum.repos.d/${key}.repo"`,
        `cat > "/etc/yum.repos.d/${key}.repo" <<END`,
        ...settings,
        'END',
      ].join('\n'),
    },
    ...(canDeploy ? [publish] : []),
    { step: 'resolve', title: 'Install a package (as root)', language: 'shell', text: 'dnf install -y my-package-1.0.0' },
  ];
}

/** Content kept under its checksum comes from the name that the upstream has for it. */
function upstream(want: Want): UpstreamRequest {
  const isNamedBySum = (want.sha256 ?? want.sha512 ?? want.sha1) !== undefined;
  return { path: isNamedBySum && want.variant !== undefined ? want.variant : want.path };
}

/** RPM packages: one listing, signed with the platform's key, over the whole repository. The packages' own signatures stay their builder's. */
export const rpm: Format = {
  id: 'rpm',
  challenge: 'basic',
  classify,
  locate,
  inspect,
  mayReplace: (path) => !path.endsWith('.rpm'),
  upstream,
  indexed: rpmIndex,
  // https://dnf.readthedocs.io/en/latest/conf_ref.html#repo-options
  clientUpstream: { settings: [{ files: ['/etc/yum.repos.d/*.repo', '/etc/zypp/repos.d/*.repo'], find: findBehind(/baseurl\s*=/) }] },
  advisories: { ...numberedRules(compareRpmVersions), namedAlone: ['AlmaLinux'], releaseName: (version) => version.split('.')[0]! },
  origin: rpmOrigin,
  installed,
  payload: findPayload,
  compareVersions: compareRpmVersions,
  setup,
};
