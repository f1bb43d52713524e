import { z } from 'zod';
import { JudgedBy } from '../judged-by.ts';
import { filterNames } from './search-query.ts';

/** Findings by severity; null where nothing has scanned the version. */
export const Vulnerabilities = z.object({
  critical: z.int(),
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  info: z.int(),
  unknown: z.int(),
  skipped: z.int(),
  /** Not everything could be read, or judged by any advisory, so that nothing found does not mean nothing there. */
  partial: z.boolean().optional(),
  /** No source of advisories stands for anything in it. */
  notJudged: z.boolean().optional(),
  /** By which sources it was judged, where that is not told beside it. */
  judgedBy: JudgedBy.optional(),
});
export type Vulnerabilities = z.output<typeof Vulnerabilities>;

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

export const Package = z.object({
  id: z.string(),
  name: z.string(),
  packageType: z.string(),
  created: z.string(),
  modified: z.string(),
  versionsCount: z.int(),
  latestVersion: z.string().nullable(),
  description: z.string().nullable(),
  licenses: z.array(z.string()),
  tags: z.array(z.string()),
  stats: z.object({ downloads: z.number(), followers: z.int() }),
  vulnerabilities: Vulnerabilities.nullable(),
  operationalRisk: z.object({ riskLevel: z.string() }).nullable(),
});
export type Package = z.output<typeof Package>;

const DownloadDay = z.object({ day: z.string(), count: z.number() });
export type DownloadDay = z.output<typeof DownloadDay>;

/** A package with what only its own page shows. */
export const PackageDetails = Package.extend({
  homepage: z.string().nullable(),
  authors: z.array(z.string()),
  deprecated: z.string().nullable(),
  /** Each of the last days, today last. */
  downloadDays: z.array(DownloadDay),
  pointers: z.array(z.object({ name: z.string(), version: z.string() })),
  repos: z.array(z.object({ key: z.string(), name: z.string(), type: z.string(), versionsCount: z.int() })),
});
export type PackageDetails = z.output<typeof PackageDetails>;

const VersionRepository = z.object({ key: z.string(), name: z.string(), type: z.string(), leadFilePath: z.string().nullable() });
export type VersionRepository = z.output<typeof VersionRepository>;

export const PackageVersion = z.object({
  id: z.string(),
  name: z.string(),
  packageId: z.string(),
  created: z.string(),
  modified: z.string(),
  repos: z.array(VersionRepository),
  licenses: z.array(z.string()),
  size: z.number(),
  stats: z.object({ downloadCount: z.number() }),
  vulnerabilities: Vulnerabilities.nullable(),
  deprecated: z.string().nullable(),
  yanked: z.boolean(),
});
export type PackageVersion = z.output<typeof PackageVersion>;

export const VersionFile = z.object({
  name: z.string(),
  path: z.string(),
  repo: z.string(),
  size: z.number(),
  mimeType: z.string(),
  lead: z.boolean(),
  md5: z.string(),
  sha1: z.string(),
  sha256: z.string(),
  /** From then on it cannot be downloaded. */
  expiresAt: z.string().nullable(),
});
export type VersionFile = z.output<typeof VersionFile>;

export const PackageVersionDetails = PackageVersion.extend({
  digest: z.string().nullable(),
  /** Those beyond the listed ones included; of the repository that comes first. */
  filesCount: z.int(),
  downloadDays: z.array(DownloadDay),
  files: z.array(VersionFile),
  description: z.string().nullable(),
  homepage: z.string().nullable(),
  authors: z.array(z.string()),
  tags: z.array(z.string()),
  display: z.array(z.object({ label: z.string(), text: z.string() })),
});
export type PackageVersionDetails = z.output<typeof PackageVersionDetails>;

/** A query's text and the shape of its answer. */
export interface GraphqlQuery<Shape extends z.ZodType> {
  readonly text: string;
  readonly data: Shape;
}

const packageFields = `id name packageType created modified versionsCount latestVersion description licenses tags
  stats { downloads followers }
  vulnerabilities { critical high medium low info unknown skipped partial notJudged judgedBy { name at } }
  operationalRisk { riskLevel }`;

const versionFields = `id name packageId created modified licenses size deprecated yanked
  repos { key name type leadFilePath }
  stats { downloadCount }
  vulnerabilities { critical high medium low info unknown skipped partial notJudged judgedBy { name at } }`;

/** The packages list. Variables: `filter`, `first`, `after`, `orderBy { field direction }`. */
export const packageListQuery = {
  text: `query Packages($filter: PackageFilter, $first: Int, $after: String, $orderBy: PackageOrderBy) {
  packages(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    totalCount unusedFilters
    nodes { ${packageFields} }
    pageInfo { hasNextPage endCursor }
  }
}`,
  data: z.object({ packages: z.object({ totalCount: z.int(), unusedFilters: z.array(z.enum(filterNames)), nodes: z.array(Package), pageInfo: PageInfo }) }),
} satisfies GraphqlQuery<z.ZodType>;

/** One package. Variables: `id`. */
export const packageDetailsQuery = {
  text: `query Package($id: ID!) {
  package(id: $id) {
    ${packageFields}
    homepage authors deprecated
    downloadDays { day count }
    pointers { name version }
    repos { key name type versionsCount }
  }
}`,
  data: z.object({ package: PackageDetails.nullable() }),
} satisfies GraphqlQuery<z.ZodType>;

/** A package's versions. Variables: `packageId`, `filter { name repos ignorePreRelease }`, `first`, `after`, `orderBy`. */
export const versionListQuery = {
  text: `query Versions($packageId: ID!, $filter: VersionFilter, $first: Int, $after: String, $orderBy: VersionOrderBy) {
  versions(packageId: $packageId, filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    totalCount
    nodes { ${versionFields} }
    pageInfo { hasNextPage endCursor }
  }
}`,
  data: z.object({ versions: z.object({ totalCount: z.int(), nodes: z.array(PackageVersion), pageInfo: PageInfo }) }),
} satisfies GraphqlQuery<z.ZodType>;

/** One version with its files. Variables: `packageId`, `name`, `repo` to see another repository's files than the first one's. */
export const versionDetailsQuery = {
  text: `query Version($packageId: ID!, $name: String!, $repo: String) {
  versions(packageId: $packageId, filter: { exactName: $name }, first: 1) {
    nodes {
      ${versionFields}
      digest filesCount downloadDays { day count } description homepage authors tags
      display { label text }
      files(repo: $repo) { name path repo size mimeType lead md5 sha1 sha256 expiresAt }
    }
  }
}`,
  data: z.object({ versions: z.object({ nodes: z.array(PackageVersionDetails) }) }),
} satisfies GraphqlQuery<z.ZodType>;
