import { posix } from 'node:path';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Content } from './content.ts';
import { readDebianCopyright } from './debian-copyright.ts';
import { type DistributionPackage, readApkInstalled, readDpkgStatus, readRelease } from './distribution-packages.ts';
import { findEvidence, isNestedArchive, type KnownFile, type KnownFiles, mayBeProgram, readDatabase } from './known-files.ts';
import type { Library } from './library.ts';
import { type Meter, UnreadableError } from './limits.ts';
import { type Notes, newReading, readEntry } from './read-libraries.ts';
import { type ArchiveEntry, walkArchive } from './walk-archive.ts';

// https://github.com/opencontainers/image-spec/blob/main/layer.md

/** One file of a layer tells this. */
export type LayerFile =
  | { path: string; kind: 'release'; id: string; version: string }
  | { path: string; kind: 'dpkg' | 'apk'; packages: DistributionPackage[] }
  | { path: string; kind: 'installed'; format: FormatId; packages: DistributionPackage[] }
  | { path: string; kind: 'copyright'; package: string; licence: string }
  | { path: string; kind: 'libraries'; libraries: Library[] };

/** One layer tells this; plain JSON, a function of its bytes alone. */
export interface LayerContent {
  files: LayerFile[];
  /** Paths that the layer takes away from those below it. */
  gone: string[];
  /** Folders of which nothing below the layer is seen. */
  opaque: string[];
  /** Files of interest that belong to a distribution's package. */
  owned: string[];
  /** This could not be read. */
  notes: string[];
}

/** Longer paths and deeper folders than these no honest file has. */
const longestPath = 4096;
const deepestFolder = 64;
const releases = new Set(['etc/os-release', 'usr/lib/os-release']);
const apkDatabases = new Set(['lib/apk/db/installed', 'usr/lib/apk/db/installed']);
/** Where distributions put programs. */
const programFolder = /(?:^|\/)(?:bin|sbin|libexec|games|cli-plugins)\/[^/]+$/;

/** Files that tell of libraries, and archives that may hold some. */
const isOfInterest = ({ evidence }: KnownFiles, path: string) =>
  findEvidence(evidence, path, { atTop: false }) !== undefined || isNestedArchive(path) || (programFolder.test(path) && mayBeProgram(path));

/** Whether a path is in so many folders that nobody looks at it. */
function isTooDeep(path: string): boolean {
  let folders = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) if (++folders > deepestFolder) return true;
  return false;
}

interface Layer {
  known: KnownFiles;
  content: LayerContent;
  notes: Notes;
  meter: Meter;
}

/** Remembers a file of interest that belongs to a distribution's package. */
function own({ known, content, meter }: Layer, folder: string, name: string): void {
  if (folder.length + name.length >= longestPath) return;
  const path = (folder === '' ? name : `${folder}/${name}`).replaceAll('\0', '').trim();
  if (!isOfInterest(known, path)) return;
  meter.keep(path);
  content.owned.push(path);
}

function countPackages({ meter }: Layer, path: string, packages: readonly DistributionPackage[]): void {
  meter.components(packages.length);
  meter.keep(path);
  for (const { name, version, sourceName, sourceVersion, licence } of packages) meter.keep(name, version, sourceName, sourceVersion, licence);
}

function takePackages(layer: Layer, path: string, kind: 'dpkg' | 'apk', packages: DistributionPackage[]): void {
  countPackages(layer, path, packages);
  layer.content.files.push({ path, kind, packages });
}

/** Reads the database of what is installed that a format knows; a damaged one is said to be so. */
async function readInstalled(layer: Layer, { path, bytes }: ArchiveEntry, database: KnownFile): Promise<void> {
  const content = await bytes(layer.meter.limits.program);
  try {
    const packages = await readDatabase(database, content, (folder, name) => own(layer, folder, name));
    countPackages(layer, path, packages);
    layer.content.files.push({ path, kind: 'installed', format: database.format, packages });
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    layer.notes.add('The database of its packages cannot be read');
  }
}

/** Marks a layer leaves for what it takes away; undefined for ordinary files. */
function takeWhiteout({ content, meter }: Layer, path: string): boolean {
  const name = posix.basename(path);
  if (!name.startsWith('.wh.')) return false;
  const folder = posix.dirname(path);
  if (name === '.wh..wh..opq') content.opaque.push(folder === '.' ? '' : folder);
  else if (!name.startsWith('.wh..wh.')) content.gone.push(folder === '.' ? name.slice(4) : `${folder}/${name.slice(4)}`);
  meter.keep(path);
  return true;
}

/** Where packages of Debian say under which licence they are. */
const copyrightFile = /^usr\/share\/doc\/([^/]{1,300})\/copyright$/;

/** Keeps what a package's copyright file says of it, where programs can read that. Much larger ones than any that there is are passed over. */
async function readCopyright({ content, meter }: Layer, { path, size, bytes }: ArchiveEntry, name: string): Promise<void> {
  if (size > meter.limits.file) return;
  const licence = readDebianCopyright((await bytes(meter.limits.file)).toString('utf8').replaceAll('\0', ''));
  if (licence === undefined) return;
  meter.keep(path, name, licence);
  content.files.push({ path, kind: 'copyright', package: name, licence });
}

/** Reads the databases of distributions; false for all other files. */
async function readPackages(layer: Layer, entry: ArchiveEntry): Promise<boolean> {
  const { path, bytes } = entry;
  const text = async () => (await bytes(layer.meter.limits.file)).toString('utf8');
  const copyright = copyrightFile.exec(path)?.[1];
  const database = layer.known.databases.find((one) => one.path.test(path));
  if (releases.has(path)) layer.content.files.push({ path, kind: 'release', ...readRelease((await text()).slice(0, 64 * 1024)) });
  else if (path === 'var/lib/dpkg/status') takePackages(layer, path, 'dpkg', readDpkgStatus(await text()));
  else if (/^var\/lib\/dpkg\/status\.d\/[^/]+$/.test(path) && !path.endsWith('.md5sums'))
    takePackages(layer, path, 'dpkg', readDpkgStatus(await text(), { alwaysInstalled: true }));
  else if (/^var\/lib\/dpkg\/info\/[^/]+\.list$/.test(path)) {
    for (const line of (await text()).split('\n')) own(layer, '', line.replace(/^\//, ''));
  } else if (apkDatabases.has(path)) {
    const packages = readApkInstalled(await text(), (folder, name) => own(layer, folder, name));
    takePackages(layer, path, 'apk', packages);
  } else if (copyright !== undefined) await readCopyright(layer, entry, copyright);
  else if (database) await readInstalled(layer, entry, database);
  else return false;
  return true;
}

/**
 * Reads what a layer tells of packages and libraries, and what it takes away.
 * @throws UnreadableError
 */
export async function readLayer(layer: Content, known: KnownFiles, meter: Meter): Promise<LayerContent> {
  const content: LayerContent = { files: [], gone: [], opaque: [], owned: [], notes: [] };
  const notes: Notes = new Set();
  const reading = newReading(known, meter, notes);
  const taken = { known, content, notes, meter };
  await walkArchive(layer, meter, async (entry) => {
    if (isTooDeep(entry.path)) {
      if (entry.kind === 'file' && isOfInterest(known, entry.path)) notes.add(`Files in more than ${deepestFolder} folders were not read`);
      return;
    }
    if (takeWhiteout(taken, entry.path)) return;
    if (entry.kind !== 'file' || (await readPackages(taken, entry))) return;
    await readEntry(reading, entry, { prefix: '', depth: 1, atTop: false });
  });
  for (const { path, libraries } of reading.found) content.files.push({ path, kind: 'libraries', libraries });
  content.notes = [...notes];
  return content;
}

/** Counts a layer that was read before against the limits of the image it is in. @throws UnreadableError */
export function countLayer({ files, gone, opaque, owned }: LayerContent, meter: Meter): void {
  for (const file of files) {
    meter.keep(file.path);
    if (file.kind === 'copyright') meter.keep(file.package, file.licence);
    if (file.kind === 'release' || file.kind === 'copyright') continue;
    const held = file.kind === 'libraries' ? file.libraries : file.packages;
    meter.components(held.length);
    for (const { name, version } of held) meter.keep(name, version);
  }
  for (const paths of [gone, opaque, owned]) for (const path of paths) meter.keep(path);
}
