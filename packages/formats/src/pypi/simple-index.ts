import type { FileRow, FileSource, Part, Rows, VersionRow, Want } from '../format.ts';
import { compareVersions } from './pypi-names.ts';

export interface SimpleFile {
  name: string;
  /** Storage path. */
  path: string;
  version?: string;
  /** Where a remote keeps it. */
  url?: string;
  hashes: Readonly<Record<string, string>>;
  requiresPython?: string;
  size?: number;
  uploadTime?: string;
  yanked?: string | boolean;
  /** Whether there is a provenance document of it; absent where the index keeps none of any. */
  provenance?: boolean;
  /** Hashes of its separate metadata file; empty when there is one without known hashes. */
  metadata?: Readonly<Record<string, string>>;
}

export interface SimpleProject {
  name: string;
  versions: readonly string[];
  files: readonly SimpleFile[];
}

/** The listing of one project, or the names of all. */
export type SimpleIndex = { project: SimpleProject } | { names: readonly string[] };

function readFiles(version: VersionRow): SimpleFile[] {
  const byPath = new Map(version.files.map((row) => [row.path, row]));
  return version.files.filter(({ lead }) => lead).map((row) => getFile(row, version, byPath.get(`${row.path}.metadata`)));
}

function getFile(row: FileRow, version: VersionRow, metadata: FileRow | undefined): SimpleFile {
  const requiresPython = row.properties['pypi.requires.python']?.[0];
  return {
    name: row.path.slice(row.path.lastIndexOf('/') + 1),
    path: row.path,
    version: version.version,
    hashes: { sha256: row.sha256 },
    size: row.size,
    uploadTime: row.createdAt.toISOString(),
    ...(requiresPython ? { requiresPython } : {}),
    ...(version.facts.yanked ? { yanked: version.facts.deprecated ?? true } : {}),
    ...(metadata ? { metadata: { sha256: metadata.sha256 } } : {}),
  };
}

async function allNames(rows: Rows): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const after = names.at(-1);
    const page = await rows.packageNames({ ...(after === undefined ? {} : { after }), limit: 10_000 });
    names.push(...page);
    if (page.length < 10_000) return names;
  }
}

/** Reads what a local repository holds. */
export async function loadIndex(want: Want, rows: Rows): Promise<SimpleIndex | undefined> {
  if (want.package === undefined) return { names: await allNames(rows) };
  const row = await rows.package(want.package);
  if (!row) return undefined;
  const files = row.versions.flatMap(readFiles);
  return files.length === 0 ? undefined : { project: { name: row.name, versions: row.versions.map(({ version }) => version), files } };
}

/** Versions of all members; every version with all of its files comes from the first member that has it. */
export function mergeIndexes(parts: readonly Part<SimpleIndex>[]): SimpleIndex {
  const models = parts.map(({ model }) => model);
  const projects = models.filter((model) => 'project' in model).map(({ project }) => project);
  const [first] = projects;
  if (!first) return { names: [...new Set(models.flatMap((model) => ('names' in model ? model.names : [])))].toSorted() };
  const files: SimpleFile[] = [];
  const taken = new Set<string>();
  for (const project of projects) {
    const fresh = project.files.filter((file) => !taken.has(file.version ?? file.name));
    for (const file of fresh) {
      files.push(file);
      taken.add(file.version ?? file.name);
    }
  }
  return { project: { name: first.name, versions: [...new Set(projects.flatMap(({ versions }) => versions))], files } };
}

/** Files oldest version first, as pip expects of a listing. */
export function inOrder(files: readonly SimpleFile[]): SimpleFile[] {
  const known = [...new Set(files.map(({ version }) => version ?? ''))].toSorted((a, b) =>
    a === '' || b === '' ? a.length - b.length : compareVersions(a, b),
  );
  const rank = new Map(known.map((version, index) => [version, index]));
  return files.toSorted((a, b) => (rank.get(a.version ?? '') ?? 0) - (rank.get(b.version ?? '') ?? 0) || (a.name < b.name ? -1 : 1));
}

/** Where a remote keeps a file, and the checksums its listing promises. */
export function fileSource(want: Want, index: SimpleIndex): FileSource | undefined {
  if (!('project' in index)) return undefined;
  const isMetadata = want.path.endsWith('.metadata');
  const distribution = isMetadata ? want.path.slice(0, -'.metadata'.length) : want.path;
  const file = index.project.files.find(({ path }) => path === distribution);
  if (!file?.url || (isMetadata && !file.metadata)) return undefined;
  const { sha256, sha512, sha1, md5 } = isMetadata ? (file.metadata ?? {}) : file.hashes;
  return {
    url: isMetadata ? `${file.url}.metadata` : file.url,
    ...(sha256 ? { sha256 } : {}),
    ...(sha512 ? { sha512 } : {}),
    ...(sha1 ? { sha1 } : {}),
    ...(md5 ? { md5 } : {}),
    ...(!isMetadata && file.size !== undefined ? { size: file.size } : {}),
  };
}
