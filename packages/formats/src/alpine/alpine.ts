import { AppError } from '@packhouse/contract/errors.ts';
import { numberedRules } from '../advisory-rules.ts';
import { classifyFiles, fileAt } from '../classify-files.ts';
import type { Format, Inspection, Location, PackageFacts, SetupContext, Snippet, StagedFile } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { alpineOrigin } from './alpine-origin.ts';
import { refusals } from './alpine-refusals.ts';
import { type ApkContent, apkIndex, getFolder } from './apk-index.ts';
import { type ApkControl, readApk } from './apk-package.ts';
import { compareApkVersions } from './apk-version-order.ts';

const apkFile = /(?:^|\/)(?<name>[^/]+)-(?<version>\d[^/-]*(?:-r\d+)?)\.apk$/;

function locate(path: string): Location | undefined {
  const groups = apkFile.exec(path)?.groups;
  if (groups) return { package: groups.name!, version: groups.version!, lead: true };
  if (!path.endsWith('.apk')) return undefined;
  return { package: path.slice(path.lastIndexOf('/') + 1, -'.apk'.length), version: '0', lead: true };
}

type Info = ApkControl['info'];

function readFacts({ info, signer }: ApkControl): PackageFacts {
  const one = (key: string) => info.get(key)?.[0];
  const [description, homepage, licence, author] = [one('pkgdesc'), one('url'), one('license'), one('maintainer') ?? one('packager')];
  const display = { Architecture: one('arch'), Origin: one('origin'), 'Signed by': signer };
  return {
    ...(description ? { description } : {}),
    ...(homepage ? { homepage } : {}),
    ...(licence ? { licenses: [licence] } : {}),
    ...(author ? { authors: [author] } : {}),
    dependencies: (info.get('depend') ?? []).map((depend) => {
      const sign = depend.search(/[<>=~]/);
      const end = sign > 0 ? sign : depend.length;
      return { name: depend.slice(0, end), requirement: depend.slice(end) || '*', scope: 'runtime' as const };
    }),
    display: Object.fromEntries(Object.entries(display).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  };
}

const single = { I: 'size', T: 'pkgdesc', U: 'url', L: 'license', o: 'origin', m: 'maintainer', t: 'builddate', c: 'commit', k: 'provider_priority' } as const;
const several = { D: 'depend', i: 'install_if', p: 'provides' } as const;

function readLines(info: Info): string[] {
  return [
    ...Object.entries(single).map(([letter, key]) => [letter, info.get(key)?.[0] ?? '']),
    ...Object.entries(several).map(([letter, key]) => [letter, (info.get(key) ?? []).join(' ')]),
  ].flatMap(([letter, value]) => (value === '' ? [] : [`${letter}:${value}`]));
}

/** Reads the control segment. Clients build a file's address from name and version, so that it must be named so. @throws AppError `invalid_package` */
async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const control = await readApk(file);
  const { info, checksum } = control;
  const [name = '', version = '', architecture = ''] = ['pkgname', 'pkgver', 'arch'].map((key) => info.get(key)?.[0]);
  if (!/^[A-Za-z0-9][\w.+-]*$/.test(name) || !/^\d[\w.~-]*$/.test(version) || !/^\w+$/.test(architecture)) throw new AppError(refusals.apk_names_nothing);
  if (path.slice(getFolder(path).length).replace(/^\//, '') !== `${name}-${version}.apk`) throw new AppError(refusals.apk_named_otherwise, { name, version });
  const listed: ApkContent = { package: name, version, architecture, checksum, lines: readLines(info) };
  return {
    ...location,
    package: name,
    version,
    lead: true,
    facts: readFacts(control),
    listed,
    properties: { 'alpine.name': [name], 'alpine.version': [version] },
  };
}

const classify = classifyFiles((path) => {
  if (/(?:^|\/)[^/]+\.rsa\.pub$/.test(path)) return { kind: 'document', path, freshness: 'metadata', variant: 'signing-key' };
  if (/(?:^|\/)APKINDEX\.tar\.gz$/.test(path)) return { kind: 'document', path, freshness: 'pointer', scope: getFolder(path) };
  return fileAt(path, locate(path));
});

function setup({ url, user, canDeploy }: SetupContext): Snippet[] {
  const login = `-u "${user}:$${tokenVariable}"`;
  const [scheme, rest] = url.split('://');
  const publish: Snippet = {
    step: 'publish',
    title: 'Upload a package into a branch, repository and architecture',
    language: 'shell',
    text: `curl -f ${login} -T my-package-1.0.0-r0.apk "${url}/v3.22/main/x86_64/my-package-1.0.0-r0.apk"`,
  };
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Trust the key that signs the repository; its file must keep its name (as root)',
      language: 'shell',
      text: `cd /etc/apk/keys && curl -fsSOJ ${login} "${url}/repository.rsa.pub"`,
    },
    {
      step: 'configure',
      title: 'Add the repository (as root)',
      language: 'shell',
      text: `echo "${scheme}://${encodeURIComponent(user)}:$${tokenVariable}@${rest}/v3.22/main" >> /etc/apk/repositories`,
    },
    ...(canDeploy ? [publish] : []),
    { step: 'resolve', title: 'Install a package (as root)', language: 'shell', text: 'apk update\napk add my-package=1.0.0-r0' },
  ];
}

/** Branches leave out the last number of a release. */
function findBranch(version: string): string {
  const [branch] = /^\d+\.\d+/.exec(version) ?? [];
  return branch ? `v${branch}` : '';
}

/** Alpine packages: each folder has a listing, signed with the platform's RSA key. The packages' own signatures stay their builder's. */
export const alpine: Format = {
  id: 'alpine',
  challenge: 'basic',
  classify,
  locate,
  inspect,
  mayReplace: (path) => !path.endsWith('.apk'),
  indexed: apkIndex,
  origin: alpineOrigin,
  advisories: { ...numberedRules(compareApkVersions), releaseName: findBranch },
  compareVersions: compareApkVersions,
  setup,
};
