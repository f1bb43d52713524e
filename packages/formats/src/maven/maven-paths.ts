import type { Location, ProtocolRequest, Want } from '../format.ts';

const checksumEnding = /\.(sha1|md5|sha256|sha512)$/;
const metadataFile = 'maven-metadata.xml';

/** A path in the Maven layout names this. https://maven.apache.org/repository/layout.html */
export interface Coordinates {
  group: string;
  artifact: string;
  /** Folder version: `1.0` or `1.0-SNAPSHOT`. */
  version: string;
  /** Version in the file name, with timestamp and build number where a snapshot has them. */
  build: string;
  classifier: string;
  extension: string;
}

const snapshotBuild = /^(?:SNAPSHOT|\d{8}\.\d{6}-\d+)/;

/** Version in the file name behind the artifact, for a release or for a build of a snapshot. */
function getBuild(rest: string, version: string): string | undefined {
  if (rest.startsWith(version) && /^[.-]/.test(rest.slice(version.length))) return version;
  if (!version.endsWith('-SNAPSHOT')) return undefined;
  const base = version.slice(0, -'SNAPSHOT'.length);
  const build = rest.startsWith(base) ? snapshotBuild.exec(rest.slice(base.length))?.[0] : undefined;
  return build && /^[.-]/.test(rest.slice(base.length + build.length)) ? `${base}${build}` : undefined;
}

/** The parts of a path, or nothing when it is not in the Maven layout. */
export function parsePath(path: string): Coordinates | undefined {
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const version = segments.at(-2) ?? '';
  const artifact = segments.at(-3) ?? '';
  const group = segments.slice(0, -3).join('.');
  if (!group || !artifact || !/\d|SNAPSHOT/.test(version) || !file.startsWith(`${artifact}-`)) return undefined;
  const rest = file.slice(artifact.length + 1);
  const build = getBuild(rest, version);
  if (build === undefined) return undefined;
  const tail = rest.slice(build.length);
  // The classifier may have dots (scala_2.13): the extension is the known double ones or what follows the last dot.
  const extension = /\.(tar\.\w+|\w+(?:\.(?:asc|sigstore(?:\.json)?))?)$/.exec(tail)?.[1];
  if (!extension) return undefined;
  const classifier = tail.slice(0, -extension.length - 1).replace(/^-/, '');
  return { group, artifact, version, build, classifier, extension };
}

/** Tells what the file at a storage path is; the main file of the version leads, which for a parent pom is the pom (see `inspect`). */
export function locate(path: string): Location | undefined {
  if (checksumEnding.test(path)) return undefined;
  const found = parsePath(path);
  if (!found) return undefined;
  const leads = found.classifier === '' && !['pom', 'module'].includes(found.extension) && !/asc$|sigstore|cyclonedx/.test(found.extension);
  return { package: `${found.group}:${found.artifact}`, version: found.version, ...(leads ? { lead: true } : {}) };
}

/** Releases stay as they are; snapshots and files outside the layout may be replaced. */
export function mayReplace(path: string): boolean {
  const found = parsePath(path);
  return found === undefined || found.version.endsWith('-SNAPSHOT');
}

/** Package that a metadata file at this folder is about, were it an artifact's. */
function findPackageOfFolder(folder: string): string | undefined {
  const segments = folder.split('/');
  const versioned = segments.at(-1)?.endsWith('-SNAPSHOT') ?? false;
  const names = versioned ? segments.slice(0, -1) : segments;
  return names.length > 1 ? `${names.slice(0, -1).join('.')}:${names.at(-1)}` : undefined;
}

/** Where the versions of a package are listed. */
export function getMetadataWant(packageName: string): Want | undefined {
  const [group, artifact, ...more] = packageName.split(':');
  return group && artifact && more.length === 0 ? metadataWant(`${group.replaceAll('.', '/')}/${artifact}/${metadataFile}`) : undefined;
}

function metadataWant(path: string, variant?: string): Want {
  const folder = path.slice(0, Math.max(0, path.length - metadataFile.length - 1));
  const name = findPackageOfFolder(folder);
  const isSnapshot = folder.endsWith('-SNAPSHOT');
  return {
    kind: 'index',
    path,
    ...(name ? { package: name } : {}),
    ...(isSnapshot ? { version: folder.slice(folder.lastIndexOf('/') + 1) } : {}),
    freshness: isSnapshot ? 'pointer' : 'metadata',
    ...(variant ? { variant } : {}),
  };
}

function isMetadata(path: string): boolean {
  return path === metadataFile || path.endsWith(`/${metadataFile}`);
}

function classifyRead(path: string): Want {
  const checksum = checksumEnding.exec(path)?.[1];
  const base = checksum ? path.slice(0, -checksum.length - 1) : path;
  if (isMetadata(base)) return metadataWant(base, checksum);
  const found = parsePath(base);
  const moves = found === undefined || found.build.endsWith('-SNAPSHOT');
  return {
    kind: 'file',
    path,
    ...(found ? { package: `${found.group}:${found.artifact}`, version: found.version } : {}),
    ...(checksum ? { variant: 'checksum' } : {}),
    ...(moves ? { freshness: 'pointer' } : {}),
    ...(found?.build.endsWith('-SNAPSHOT') ? { newest: metadataWant(`${path.slice(0, path.lastIndexOf('/'))}/${metadataFile}`) } : {}),
  };
}

/** Tells what a request of mvn, gradle or sbt asks for. */
export function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return classifyRead(path);
  if (path === '') return undefined;
  if (method === 'DELETE') return { kind: 'remove', path };
  if (method !== 'PUT') return undefined;
  if (isMetadata(path.replace(checksumEnding, ''))) return { kind: 'publish', path, variant: 'metadata' };
  return { kind: 'publish', path, ...(checksumEnding.test(path) ? { variant: 'checksum' } : {}) };
}
