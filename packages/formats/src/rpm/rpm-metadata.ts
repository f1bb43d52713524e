import { AppError } from '@packhouse/contract/errors.ts';
import type { ListedFile } from '../indexed-listing.ts';
import type { RpmHeader } from './rpm-header.ts';
import { refusals } from './rpm-refusals.ts';
import { parseEvr } from './rpm-version-order.ts';

// https://github.com/rpm-software-management/createrepo_c

/** The parts of a package's entries that follow from its bytes. */
export interface RpmContent {
  name: string;
  architecture: string;
  /** The version element. */
  version: string;
  key: string;
  about: string;
  buildTime: number;
  installedSize: number;
  archiveSize: number;
  format: string;
  files: string;
  changes: string;
}

/** Everything that XML cannot hold goes. */
function asXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character);
}

const element = (name: string, text: string | undefined) => `<${name}>${asXml(text ?? '')}</${name}>`;

const comparisons: Record<number, string> = { 2: 'LT', 4: 'GT', 8: 'EQ', 10: 'LE', 12: 'GE' };
/** Needed before the package is installed, by its scripts. */
const before = 64 | 512 | 1024;

interface Relation {
  element: string;
  name: number;
  version: number;
  flags: number;
}

export const relations: readonly Relation[] = [
  { element: 'provides', name: 1047, version: 1113, flags: 1112 },
  { element: 'requires', name: 1049, version: 1050, flags: 1048 },
  { element: 'conflicts', name: 1054, version: 1055, flags: 1053 },
  { element: 'obsoletes', name: 1090, version: 1115, flags: 1114 },
  { element: 'suggests', name: 5049, version: 5050, flags: 5051 },
  { element: 'enhances', name: 5055, version: 5056, flags: 5057 },
  { element: 'recommends', name: 5046, version: 5047, flags: 5048 },
  { element: 'supplements', name: 5052, version: 5053, flags: 5054 },
];

export function getRelations(header: RpmHeader, { name, version, flags }: Relation): { name: string; flags: number; version: string }[] {
  const [versions, all] = [header.strings(version), header.numbers(flags)];
  return header.strings(name).map((one, at) => ({ name: one, flags: all[at] ?? 0, version: versions[at] ?? '' }));
}

function renderRelation(header: RpmHeader, relation: Relation): string {
  const isRequires = relation.element === 'requires';
  const entries = getRelations(header, relation)
    // What rpm itself must be able to do is not for the solver.
    .filter(({ name }) => !(isRequires && name.startsWith('rpmlib(')))
    .map(({ name, flags, version }) => {
      const comparison = comparisons[flags & 14];
      const evr = parseEvr(version);
      const release = evr.release === '' ? '' : ` rel="${asXml(evr.release)}"`;
      const condition = comparison && version !== '' ? ` flags="${comparison}" epoch="${asXml(evr.epoch)}" ver="${asXml(evr.version)}"${release}` : '';
      return `<rpm:entry name="${asXml(name)}"${condition}${isRequires && (flags & before) !== 0 ? ' pre="1"' : ''}/>`;
    });
  return entries.length === 0 ? '' : `<rpm:${relation.element}>${[...new Set(entries)].join('')}</rpm:${relation.element}>`;
}

interface PackagedFile {
  path: string;
  type: string;
}

/** Characters of all paths of a package together; the largest known packages have half of this. */
const mostPaths = 32 * 1024 * 1024;

/** Many files may name one folder, so that the paths can be far longer than the header that says them. */
function getPaths(header: RpmHeader): string[] {
  const [names, folders, indexes] = [header.strings(1117), header.strings(1118), header.numbers(1116)];
  const folderAt = (at: number) => folders[indexes[at] ?? 0] ?? '';
  let total = 0;
  for (const [at, name] of names.entries()) total += folderAt(at).length + name.length;
  if (total > mostPaths) throw new AppError(refusals.rpm_paths_too_long);
  return names.length > 0 ? names.map((name, at) => `${folderAt(at)}${name}`) : header.strings(1027);
}

function readFiles(header: RpmHeader): PackagedFile[] {
  const paths = getPaths(header);
  const [modes, flags] = [header.numbers(1030), header.numbers(1037)];
  return paths.map((path, at) => {
    if (((modes[at] ?? 0) & 0o170000) === 0o040000) return { path, type: ' type="dir"' };
    return { path, type: ((flags[at] ?? 0) & 64) !== 0 ? ' type="ghost"' : '' };
  });
}

const renderFile = ({ path, type }: PackagedFile) => `<file${type}>${asXml(path)}</file>`;
/** The files that packages usually depend on by path stand in the short list too. */
const isPrimary = ({ path }: PackagedFile) => path.startsWith('/etc/') || path.includes('bin/') || path === '/usr/lib/sendmail';

export function readContent(header: RpmHeader, name: string, version: string, release: string, epoch: number): RpmContent {
  const files = readFiles(header);
  const [times, authors, texts] = [header.numbers(1080), header.strings(1081), header.strings(1082)];
  const architecture = header.text(1044) === undefined ? 'src' : (header.text(1022) ?? 'noarch');
  return {
    name,
    architecture,
    version: `<version epoch="${epoch}" ver="${asXml(version)}" rel="${asXml(release)}"/>`,
    key: `${name}-${epoch}:${version}-${release}.${architecture}`,
    about:
      element('summary', header.text(1004)) +
      element('description', header.text(1005)) +
      element('packager', header.text(1015)) +
      element('url', header.text(1020)),
    buildTime: header.number(1006) ?? 0,
    installedSize: header.number(1009) ?? header.number(5009) ?? 0,
    archiveSize: header.number(1046) ?? header.signature.number(1007) ?? header.signature.number(271) ?? 0,
    format: [
      element('rpm:license', header.text(1014)),
      element('rpm:vendor', header.text(1011)),
      element('rpm:group', header.text(1016)),
      element('rpm:buildhost', header.text(1007)),
      element('rpm:sourcerpm', header.text(1044)),
      `<rpm:header-range start="${header.start}" end="${header.end}"/>`,
      ...relations.map((relation) => renderRelation(header, relation)),
      ...files.filter(isPrimary).map(renderFile),
    ].join(''),
    files: files.map(renderFile).join(''),
    changes: authors
      .slice(0, 10)
      .map((author, at) => `<changelog author="${asXml(author)}" date="${times[at] ?? 0}">${asXml(texts[at] ?? '')}</changelog>`)
      .toReversed()
      .join(''),
  };
}

export function renderPrimary(file: ListedFile, href: string): string {
  const content = file.content as RpmContent;
  const time = Math.floor(new Date(file.createdAt).getTime() / 1000);
  return [
    `<package type="rpm">${element('name', content.name)}${element('arch', content.architecture)}${content.version}`,
    `<checksum type="sha256" pkgid="YES">${file.sha256}</checksum>${content.about}`,
    `<time file="${time}" build="${content.buildTime}"/><size package="${file.size}" installed="${content.installedSize}" archive="${content.archiveSize}"/>`,
    `<location href="${asXml(encodeURI(href))}"/><format>${content.format}</format></package>\n`,
  ].join('\n');
}

export function renderOther(file: ListedFile, inside: string): string {
  const { name, architecture, version } = file.content as RpmContent;
  return `<package pkgid="${file.sha256}" name="${asXml(name)}" arch="${asXml(architecture)}">${version}${inside}</package>\n`;
}
