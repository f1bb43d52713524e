import { posix } from 'node:path';
import type { Content } from './content.ts';
import { type DistributionPackage, readApkInstalled, readDpkgStatus, readRelease } from './distribution-packages.ts';
import { isNestedArchive, type Library, libraryReader } from './libraries.ts';
import { type Meter, UnreadableError } from './limits.ts';
import { type Notes, newReading, readEntry } from './read-libraries.ts';
import { type ArchiveEntry, walkArchive } from './walk-archive.ts';

// https://github.com/opencontainers/image-spec/blob/main/layer.md

/** What one file of a layer tells. */
export type LayerFile =
  | { path: string; kind: 'release'; id: string; version: string }
  | { path: string; kind: 'dpkg' | 'apk'; packages: DistributionPackage[] }
  | { path: string; kind: 'libraries'; libraries: Library[] };

/** What one layer tells; plain JSON, a function of its bytes alone. */
export interface LayerContent {
  files: LayerFile[];
  /** Paths that the layer takes away from those below it. */
  gone: string[];
  /** Folders of which nothing below the layer is seen. */
  opaque: string[];
  /** Files of interest that belong to a distribution's package. */
  owned: string[];
  /** What could not be read. */
  notes: string[];
}

const mostGone = 100_000;
const releases = new Set(['etc/os-release', 'usr/lib/os-release']);
const apkDatabases = new Set(['lib/apk/db/installed', 'usr/lib/apk/db/installed']);
const rpmDatabase = /^(?:var\/lib\/rpm|usr\/lib\/sysimage\/rpm)\/(?:rpmdb\.sqlite|Packages(?:\.db)?)$/;

/** Files that tell of libraries, and archives that may hold some. */
const isOfInterest = (path: string) => libraryReader(path, { atTop: false }) !== undefined || isNestedArchive(path);

/** Marks a layer leaves for what it takes away; undefined for ordinary files. */
function takeWhiteout(content: LayerContent, path: string): boolean {
  const name = posix.basename(path);
  if (!name.startsWith('.wh.')) return false;
  const folder = posix.dirname(path);
  if (name === '.wh..wh..opq') content.opaque.push(folder === '.' ? '' : folder);
  else if (!name.startsWith('.wh..wh.')) content.gone.push(folder === '.' ? name.slice(4) : `${folder}/${name.slice(4)}`);
  if (content.gone.length + content.opaque.length > mostGone) throw new UnreadableError('The layer takes away too many files');
  return true;
}

/** Reads the databases of distributions; false for all other files. */
async function readDatabase(content: LayerContent, notes: Notes, { path, bytes }: ArchiveEntry): Promise<boolean> {
  const text = async () => (await bytes()).toString('utf8');
  if (releases.has(path)) content.files.push({ path, kind: 'release', ...readRelease(await text()) });
  else if (path === 'var/lib/dpkg/status') content.files.push({ path, kind: 'dpkg', packages: readDpkgStatus(await text()) });
  else if (/^var\/lib\/dpkg\/status\.d\/[^/]+$/.test(path) && !path.endsWith('.md5sums'))
    content.files.push({ path, kind: 'dpkg', packages: readDpkgStatus(await text(), { alwaysInstalled: true }) });
  else if (/^var\/lib\/dpkg\/info\/[^/]+\.list$/.test(path)) {
    const paths = (await text()).split('\n').map((line) => line.replace(/^\//, ''));
    content.owned.push(...paths.filter(isOfInterest));
  } else if (apkDatabases.has(path)) {
    const { packages, owned } = readApkInstalled(await text(), isOfInterest);
    content.files.push({ path, kind: 'apk', packages });
    content.owned.push(...owned);
  } else if (rpmDatabase.test(path)) notes.add('The packages of its RPM database are not read');
  else return false;
  return true;
}

/**
 * Reads what a layer tells of packages and libraries, and what it takes away.
 * @throws UnreadableError
 */
export async function readLayer(layer: Content, meter: Meter): Promise<LayerContent> {
  const content: LayerContent = { files: [], gone: [], opaque: [], owned: [], notes: [] };
  const notes: Notes = new Set();
  const reading = newReading(meter, notes);
  await walkArchive(layer, meter, async (entry) => {
    if (takeWhiteout(content, entry.path)) return;
    if (entry.kind !== 'file' || (await readDatabase(content, notes, entry))) return;
    await readEntry(reading, entry, { prefix: '', depth: 1, atTop: false });
  });
  for (const { path, libraries } of reading.found) content.files.push({ path, kind: 'libraries', libraries });
  content.notes = [...notes];
  return content;
}
