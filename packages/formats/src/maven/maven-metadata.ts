import type { FileRow, PackageRow, Part, Rows, VersionRow, Want } from '../format.ts';
import { ownValue } from '../text/plain-json.ts';
import { children, childText, parseXml } from '../text/xml-document.ts';
import { parsePath } from './maven-paths.ts';
import { compareVersions } from './maven-version-order.ts';
import type { NativeFacts } from './pom.ts';

export interface SnapshotFile {
  classifier: string;
  extension: string;
  /** Version in the file name. */
  value: string;
  /** `yyyyMMddHHmmss` */
  updated: string;
}

export interface Plugin {
  name: string;
  prefix: string;
  artifact: string;
}

/** All that a maven-metadata.xml can say; a path can be that of an artifact and of a group at once. https://maven.apache.org/ref/current/maven-repository-metadata/repository-metadata.html */
export interface MavenMetadata {
  group?: string;
  artifact?: string;
  versions: readonly string[];
  latest?: string;
  release?: string;
  updated?: string;
  snapshots?: readonly SnapshotFile[];
  plugins: readonly Plugin[];
}

function getStamp(date: Date): string {
  return date.toISOString().replace(/\D/g, '').slice(0, 14);
}

function isSnapshot(version: string): boolean {
  return version.endsWith('-SNAPSHOT');
}

function highest(versions: readonly string[]): string | undefined {
  return versions.reduce<string | undefined>((best, one) => (best === undefined || compareVersions(one, best) > 0 ? one : best), undefined);
}

function newest(stamps: readonly (string | undefined)[]): string | undefined {
  return stamps
    .filter((one) => one !== undefined)
    .toSorted()
    .at(-1);
}

const byOrder = (versions: Iterable<string>): string[] => [...versions].toSorted((a, b) => compareVersions(a, b) || (a < b ? -1 : 1));

function artifactMetadata(row: PackageRow): MavenMetadata {
  const [group = '', artifact = ''] = row.name.split(':');
  const versions = byOrder(row.versions.map(({ version }) => version));
  const updated = newest(row.versions.flatMap((version) => version.files.map((file) => getStamp(file.modifiedAt))));
  return withExtremes({ group, artifact, versions, ...(updated ? { updated } : {}), plugins: [] });
}

/** With the newest version and the newest release of those that are listed. */
export function withExtremes(model: MavenMetadata): MavenMetadata {
  const latest = highest(model.versions);
  const release = highest(model.versions.filter((version) => !isSnapshot(version)));
  return { ...model, ...(latest ? { latest } : {}), ...(release ? { release } : {}) };
}

/** A later build beats an earlier one; one without a timestamp counts by when it arrived. */
function isNewer(one: SnapshotFile, other: SnapshotFile): boolean {
  return one.updated > other.updated || (one.updated === other.updated && compareVersions(one.value, other.value) > 0);
}

function newestBuilds(files: Iterable<SnapshotFile>): SnapshotFile[] {
  const found = new Map<string, SnapshotFile>();
  for (const file of files) {
    const key = `${file.classifier} ${file.extension}`;
    const known = found.get(key);
    if (!known || isNewer(file, known)) found.set(key, file);
  }
  return [...found.values()].toSorted((a, b) => (`${a.extension} ${a.classifier}` < `${b.extension} ${b.classifier}` ? -1 : 1));
}

function snapshotFile(row: FileRow): SnapshotFile | undefined {
  const path = parsePath(row.path);
  if (!path) return undefined;
  const stamp = /(\d{8})\.(\d{6})-\d+$/.exec(path.build);
  return { classifier: path.classifier, extension: path.extension, value: path.build, updated: stamp ? `${stamp[1]}${stamp[2]}` : getStamp(row.modifiedAt) };
}

function snapshotMetadata(name: string, version: VersionRow): MavenMetadata {
  const [group = '', artifact = ''] = name.split(':');
  const snapshots = newestBuilds(version.files.map(snapshotFile).filter((file) => file !== undefined));
  const updated = newest(snapshots.map((file) => file.updated));
  return { group, artifact, versions: [version.version], ...(updated ? { updated } : {}), snapshots, plugins: [] };
}

function getPrefix(artifact: string): string {
  const named = /^(?:maven-(.+)-plugin|(.+)-maven-plugin)$/.exec(artifact);
  return named?.[1] ?? named?.[2] ?? artifact;
}

function findPlugin(row: PackageRow): Plugin | undefined {
  const artifact = row.name.slice(row.name.indexOf(':') + 1);
  const latest = row.versions.toSorted((a, b) => compareVersions(b.version, a.version))[0];
  const native = latest?.facts.native as NativeFacts | undefined;
  if (!latest || native?.packaging !== 'maven-plugin') return undefined;
  const prefix = latest.files.map((file) => file.properties['maven.plugin.prefix']?.[0]).find((one) => one !== undefined);
  return { name: native.name ?? artifact, prefix: prefix ?? getPrefix(artifact), artifact };
}

/** A plugin stands in the listing of its group, which an artifact of the same address may have. */
export function mentionedIn(packageName: string): string | undefined {
  const [group = '', artifact = ''] = packageName.split(':');
  const dot = group.lastIndexOf('.');
  return artifact.includes('plugin') && dot > 0 ? `${group.slice(0, dot)}:${group.slice(dot + 1)}` : undefined;
}

async function readPlugins(group: string, rows: Rows): Promise<Plugin[]> {
  const prefix = `${group}:`;
  const names = (await rows.packageNames({ prefix, limit: 10_000 })).filter((name) => name.includes('plugin', prefix.length));
  const packages = await Promise.all(names.map((name) => rows.package(name)));
  return packages.map((row) => row && findPlugin(row)).filter((plugin) => plugin !== undefined);
}

/** Reads what a local repository can say at a path: versions of the artifact, builds of a snapshot, plugins of the group. */
export async function loadMetadata(want: Want, rows: Rows): Promise<MavenMetadata | undefined> {
  const folder = want.path.slice(0, Math.max(0, want.path.lastIndexOf('/')));
  const row = want.package === undefined ? undefined : await rows.package(want.package);
  if (want.version !== undefined) {
    const version = row?.versions.find((one) => one.version === want.version);
    return row && version ? snapshotMetadata(row.name, version) : undefined;
  }
  const plugins = folder === '' ? [] : await readPlugins(folder.replaceAll('/', '.'), rows);
  const versioned = row && row.versions.length > 0 ? artifactMetadata(row) : undefined;
  if (versioned) return { ...versioned, plugins };
  return plugins.length > 0 ? { versions: [], plugins } : undefined;
}

function parseSnapshots(versioning: unknown, version: string | undefined): SnapshotFile[] | undefined {
  const listed = children(ownValue(versioning, 'snapshotVersions'), 'snapshotVersion').map((one) => ({
    classifier: childText(one, 'classifier', 200) ?? '',
    extension: childText(one, 'extension', 50) ?? '',
    value: childText(one, 'value', 300) ?? '',
    updated: childText(one, 'updated', 14) ?? '',
  }));
  if (listed.length > 0) return listed.filter(({ extension, value }) => extension !== '' && value !== '');
  const snapshot = ownValue(versioning, 'snapshot');
  const [timestamp, build] = [childText(snapshot, 'timestamp', 20), childText(snapshot, 'buildNumber', 10)];
  if (!timestamp || !build || !version) return undefined;
  // Older servers list no files: the build holds for the usual two.
  const value = version.replace(/SNAPSHOT$/, `${timestamp}-${build}`);
  return ['jar', 'pom'].map((extension) => ({ classifier: '', extension, value, updated: timestamp.replace('.', '') }));
}

/** Reads an upstream's document. @throws AppError `upstream_failed` */
export function parseMetadata(want: Want, document: Buffer): MavenMetadata {
  const root = parseXml(document, 'metadata', 'upstream_failed');
  const versioning = ownValue(root, 'versioning');
  const versions = children(ownValue(versioning, 'versions'), 'version').filter((one): one is string => typeof one === 'string' && one.length <= 300);
  const plugins = children(ownValue(root, 'plugins'), 'plugin').flatMap((one) => {
    const [prefix, artifact] = [childText(one, 'prefix', 100), childText(one, 'artifactId', 200)];
    return prefix && artifact ? [{ name: childText(one, 'name', 300) ?? artifact, prefix, artifact }] : [];
  });
  const [group, artifact] = [childText(root, 'groupId', 300), childText(root, 'artifactId', 300)];
  const [latest, release, updated] = [childText(versioning, 'latest', 300), childText(versioning, 'release', 300), childText(versioning, 'lastUpdated', 14)];
  const snapshots = want.version === undefined ? undefined : parseSnapshots(versioning, want.version);
  return {
    ...(group ? { group } : {}),
    ...(artifact ? { artifact } : {}),
    versions: want.version === undefined ? versions : [want.version],
    ...(latest ? { latest } : {}),
    ...(release ? { release } : {}),
    ...(updated ? { updated } : {}),
    ...(snapshots ? { snapshots } : {}),
    plugins,
  };
}

/** The newest build of a snapshot, asked for by the snapshot's own name. */
export function newestPath(want: Want, { snapshots = [] }: MavenMetadata): string | undefined {
  const checksum = /\.(?:sha1|md5|sha256|sha512)$/.exec(want.path)?.[0] ?? '';
  const path = want.path.slice(0, want.path.length - checksum.length);
  const asked = parsePath(path);
  const build = snapshots.find(({ classifier, extension }) => classifier === asked?.classifier && extension === asked.extension);
  if (!asked || !build || build.value === asked.build) return undefined;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return `${folder}${asked.artifact}-${build.value}${asked.classifier ? `-${asked.classifier}` : ''}.${asked.extension}${checksum}`;
}

/** Versions, builds and plugins of all members. */
export function mergeMetadata(parts: readonly Part<MavenMetadata>[]): MavenMetadata {
  const models = parts.map(({ model }) => model);
  const identified = models.find((model) => model.artifact !== undefined) ?? models.find((model) => model.group !== undefined);
  const plugins = new Map(models.toReversed().flatMap((model) => model.plugins.map((plugin) => [plugin.prefix, plugin] as const)));
  const snapshots = models.flatMap((model) => model.snapshots ?? []);
  const updated = newest(models.map((model) => model.updated));
  const merged: MavenMetadata = {
    ...(identified?.group ? { group: identified.group } : {}),
    ...(identified?.artifact ? { artifact: identified.artifact } : {}),
    versions: byOrder(new Set(models.flatMap(({ versions }) => versions))),
    ...(updated ? { updated } : {}),
    ...(snapshots.length > 0 ? { snapshots: newestBuilds(snapshots) } : {}),
    plugins: [...plugins.values()],
  };
  return withExtremes(merged);
}
