import { constants } from '@packhouse/contract/constants.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { JudgedBy } from '@packhouse/contract/judged-by.ts';
import type { Vulnerabilities } from '@packhouse/contract/repositories/package-graphql.ts';
import { packageFetchLimits, packageOrders, sortDirection, versionOrders } from '@packhouse/contract/repositories/package-search.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { RiskLevel, ScanDirectory } from '@packhouse/peers/scans.ts';
import SchemaBuilder from '@pothos/core';
import { findMediaType } from '../download/media-type.ts';
import type { Db } from '../schema.ts';
import type { DownloadDay } from './download-day-queries.ts';
import { findPackage, listPackages, mergePointers, type PackageNode, type PackagePage } from './package.ts';
import { pageLength } from './page-length.ts';
import { listVersions, type VersionFileNode, type VersionNode, type VersionPage } from './version.ts';

/** The resolvers work with this. */
export interface PackageContext {
  db: Db;
  actor: Actor;
  /** Lists show only what this project's repositories hold. */
  projectKey?: string | undefined;
  /** Absent where nothing scans. */
  scans?: ScanDirectory | undefined;
}

const builder = new SchemaBuilder<{ Context: PackageContext; DefaultFieldNullability: false }>({ defaultFieldNullability: false });

/** Inputs arrive with nulls for what was not said. */
function said<Input extends object>(input: Input | null | undefined): { [Key in keyof Input]: Exclude<Input[Key], null> | undefined } {
  return Object.fromEntries(Object.entries(input ?? {}).map(([key, value]) => [key, value ?? undefined])) as never;
}

const SourceRef = builder.objectRef<JudgedBy[number]>('AdvisorySource').implement({
  description: 'A source of advisories, and when it was last known to be as its publisher has it',
  fields: (t) => ({ name: t.exposeString('name'), at: t.exposeString('at') }),
});
const VulnerabilitiesRef = builder.objectRef<Vulnerabilities>('Vulnerabilities').implement({
  description: 'Findings by severity',
  fields: (t) => ({
    critical: t.exposeInt('critical'),
    high: t.exposeInt('high'),
    medium: t.exposeInt('medium'),
    low: t.exposeInt('low'),
    info: t.exposeInt('info'),
    unknown: t.exposeInt('unknown'),
    skipped: t.exposeInt('skipped'),
    partial: t.boolean({ resolve: ({ partial }) => partial ?? false }),
    notJudged: t.boolean({ resolve: ({ notJudged }) => notJudged ?? false }),
    judgedBy: t.field({ type: [SourceRef], resolve: ({ judgedBy }) => judgedBy ?? [] }),
  }),
});
const OperationalRiskRef = builder
  .objectRef<RiskLevel>('OperationalRisk')
  .implement({ fields: (t) => ({ riskLevel: t.string({ resolve: (level) => level }) }) });
const PackageStatsRef = builder.objectRef<{ downloads: number; followers: number }>('PackageStats').implement({
  fields: (t) => ({ downloads: t.exposeFloat('downloads'), followers: t.exposeInt('followers') }),
});
const VersionStatsRef = builder
  .objectRef<{ downloadCount: number }>('VersionStats')
  .implement({ fields: (t) => ({ downloadCount: t.exposeFloat('downloadCount') }) });
const DownloadDayRef = builder.objectRef<DownloadDay>('DownloadDay').implement({
  description: 'Downloads on one day, in UTC',
  fields: (t) => ({ day: t.exposeString('day'), count: t.exposeFloat('count') }),
});
const PointerRef = builder.objectRef<{ name: string; version: string }>('Pointer').implement({
  description: 'A movable name, such as a dist-tag',
  fields: (t) => ({ name: t.exposeString('name'), version: t.exposeString('version') }),
});
const FactRef = builder
  .objectRef<{ label: string; text: string }>('Fact')
  .implement({ fields: (t) => ({ label: t.exposeString('label'), text: t.exposeString('text') }) });
const PageInfoRef = builder.objectRef<{ hasNextPage: boolean; endCursor: string | null }>('PageInfo').implement({
  fields: (t) => ({ hasNextPage: t.exposeBoolean('hasNextPage'), endCursor: t.exposeString('endCursor', { nullable: true }) }),
});
const PlaceRef = builder.objectRef<{ key: string; name: string; type: string; versionsCount: number }>('PackageRepository').implement({
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.exposeString('name', { description: 'Where its stored files are addressed' }),
    type: t.exposeString('type'),
    versionsCount: t.exposeInt('versionsCount'),
  }),
});

const PackageRef = builder.objectRef<PackageNode>('Package').implement({
  description: 'A package over all readable repositories of its format',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    packageType: t.exposeString('format'),
    created: t.string({ resolve: (node) => node.created.toISOString() }),
    modified: t.string({ resolve: (node) => node.modified.toISOString() }),
    versionsCount: t.int({ resolve: async (node) => (await node.versionNames()).length }),
    latestVersion: t.string({ nullable: true, resolve: (node) => node.latestVersion() }),
    description: t.string({ nullable: true, resolve: async (node) => (await node.facts())?.description ?? null }),
    homepage: t.string({ nullable: true, resolve: async (node) => (await node.facts())?.homepage ?? null }),
    deprecated: t.string({ nullable: true, resolve: async (node) => (await node.facts())?.deprecated ?? null }),
    licenses: t.stringList({ resolve: async (node) => (await node.facts())?.licenses ?? [] }),
    tags: t.stringList({ resolve: async (node) => (await node.facts())?.tags ?? [] }),
    authors: t.stringList({ resolve: async (node) => (await node.facts())?.authors ?? [] }),
    stats: t.field({
      type: PackageStatsRef,
      description: 'followers: those who watch a file of it, or what a file of it is in',
      resolve: async (node) => ({ downloads: await node.downloads(), followers: await node.followers() }),
    }),
    vulnerabilities: t.field({
      type: VulnerabilitiesRef,
      nullable: true,
      description: 'null: not scanned',
      resolve: async (node, _, { scans }) => (await node.findings(scans)) ?? null,
    }),
    operationalRisk: t.field({ type: OperationalRiskRef, nullable: true, description: 'null: not judged', resolve: (node, _, { scans }) => node.risk(scans) }),
    downloadDays: t.field({ type: [DownloadDayRef], resolve: async (node) => [...(await node.downloadDays())] }),
    pointers: t.field({
      type: [PointerRef],
      resolve: async (node) => mergePointers(node.format, await node.places(), new Set(await node.versionNames())),
    }),
    repos: t.field({
      type: [PlaceRef],
      resolve: async (node) =>
        (await node.places()).map((place) => ({
          key: place.key,
          name: place.class === 'remote' ? `${place.key}-cache` : place.key,
          type: place.class,
          versionsCount: place.versionsCount,
        })),
    }),
  }),
});

const RepositoryRef = builder.objectRef<{ key: string; name: string; type: string; leadFilePath: string | null }>('VersionRepository').implement({
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.exposeString('name', { description: 'Where its stored files are addressed' }),
    type: t.exposeString('type'),
    leadFilePath: t.exposeString('leadFilePath', { nullable: true }),
  }),
});
const FileRef = builder.objectRef<VersionFileNode>('VersionFile').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    path: t.exposeString('path'),
    repo: t.exposeString('repo'),
    size: t.exposeFloat('size'),
    mimeType: t.string({ resolve: (file) => findMediaType(file.name) }),
    lead: t.exposeBoolean('lead'),
    md5: t.exposeString('md5'),
    sha1: t.exposeString('sha1'),
    sha256: t.exposeString('sha256'),
    expiresAt: t.string({ nullable: true, description: 'From then on it cannot be downloaded', resolve: (file) => file.expires_at?.toISOString() ?? null }),
  }),
});

const VersionRef = builder.objectRef<VersionNode>('Version').implement({
  description: 'A version over all readable repositories that hold it; facts and files are those of the first of them',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    packageId: t.exposeID('packageId'),
    created: t.string({ resolve: (node) => node.created.toISOString() }),
    modified: t.string({ resolve: (node) => node.modified.toISOString() }),
    repos: t.field({ type: [RepositoryRef], resolve: async (node) => [...(await node.repos())] }),
    size: t.float({ resolve: (node) => node.size() }),
    stats: t.field({ type: VersionStatsRef, resolve: async (node) => ({ downloadCount: await node.downloads() }) }),
    vulnerabilities: t.field({
      type: VulnerabilitiesRef,
      nullable: true,
      description: 'null: not scanned',
      resolve: async (node, _, { scans }) => (await node.findings(scans)) ?? null,
    }),
    files: t.field({ type: [FileRef], args: { repo: t.arg.string() }, resolve: async (node, { repo }) => [...(await node.files(repo ?? undefined))] }),
    downloadDays: t.field({ type: [DownloadDayRef], resolve: async (node) => [...(await node.downloadDays())] }),
    filesCount: t.int({ description: 'How many files it has, those beyond the first 100 too', resolve: (node) => node.filesCount() }),
    digest: t.string({ nullable: true, description: 'SHA-256 of the lead file or manifest', resolve: (node) => node.digest() }),
    licenses: t.stringList({ resolve: async (node) => (await node.facts())?.licenses ?? [] }),
    tags: t.stringList({ resolve: async (node) => (await node.facts())?.tags ?? [] }),
    authors: t.stringList({ resolve: async (node) => (await node.facts())?.authors ?? [] }),
    description: t.string({ nullable: true, resolve: async (node) => (await node.facts())?.description ?? null }),
    homepage: t.string({ nullable: true, resolve: async (node) => (await node.facts())?.homepage ?? null }),
    deprecated: t.string({ nullable: true, resolve: async (node) => (await node.facts())?.deprecated ?? null }),
    yanked: t.boolean({ resolve: async (node) => (await node.facts())?.yanked ?? false }),
    display: t.field({
      type: [FactRef],
      resolve: async (node) => Object.entries((await node.facts())?.display ?? {}).map(([label, text]) => ({ label, text: String(text) })),
    }),
  }),
});

const PackagePageRef = builder.objectRef<PackagePage>('PackagePage').implement({
  fields: (t) => ({
    nodes: t.expose('nodes', { type: [PackageRef] }),
    totalCount: t.int({ description: 'Counted up to 10 000', resolve: (page) => page.totalCount() }),
    unusedFilters: t.exposeStringList('unusedFilters', { description: 'Filters that nobody here can judge by: nothing scans packages' }),
    pageInfo: t.field({ type: PageInfoRef, resolve: ({ hasNextPage, endCursor }) => ({ hasNextPage, endCursor }) }),
  }),
});
const VersionPageRef = builder.objectRef<VersionPage>('VersionPage').implement({
  fields: (t) => ({
    nodes: t.expose('nodes', { type: [VersionRef] }),
    totalCount: t.exposeInt('totalCount'),
    pageInfo: t.field({ type: PageInfoRef, resolve: ({ hasNextPage, endCursor }) => ({ hasNextPage, endCursor }) }),
  }),
});

const PackageFilterRef = builder.inputType('PackageFilter', {
  fields: (t) => ({
    packageType: t.stringList(),
    name: t.string({ description: '`*` any text, `?` any letter' }),
    description: t.string(),
    tags: t.stringList(),
    scope: t.string(),
    createdFrom: t.string(),
    createdTo: t.string(),
    repos: t.stringList({ description: 'A virtual repository stands for its members' }),
    licenses: t.stringList(),
    severities: t.stringList(),
    cve: t.string({ description: 'Number of a CVE, or another name of an advisory' }),
    modifiedFrom: t.string({ description: 'Its last change is of then or later' }),
    modifiedBefore: t.string(),
    version: t.string(),
    checksum: t.string(),
    ignorePreRelease: t.boolean(),
  }),
});
const VersionFilterRef = builder.inputType('VersionFilter', {
  fields: (t) => ({ name: t.string(), exactName: t.string(), repos: t.stringList(), ignorePreRelease: t.boolean() }),
});
const PackageOrderRef = builder.enumType('PackageOrder', { values: packageOrders });
const VersionOrderRef = builder.enumType('VersionOrder', { values: versionOrders });
const PackageOrderByRef = builder.inputType('PackageOrderBy', {
  fields: (t) => ({ field: t.field({ type: PackageOrderRef, required: true }), direction: t.string() }),
});
const VersionOrderByRef = builder.inputType('VersionOrderBy', {
  fields: (t) => ({ field: t.field({ type: VersionOrderRef, required: true }), direction: t.string() }),
});

function checkDate(path: string, value: string | undefined): void {
  if (value !== undefined && Number.isNaN(Date.parse(value)))
    throw new AppError(queryWords.field_is_no_date, { path }, { detail: [{ path, ...say(queryWords.give_iso_date) }] });
}

builder.queryType({
  fields: (t) => ({
    packages: t.field({
      type: PackagePageRef,
      args: { filter: t.arg({ type: PackageFilterRef }), first: t.arg.int(), after: t.arg.string(), orderBy: t.arg({ type: PackageOrderByRef }) },
      resolve(_, { filter, first, after, orderBy }, { db, actor, projectKey, scans }) {
        const given = { ...said(filter), projectKey };
        checkDate('filter.createdFrom', given.createdFrom);
        checkDate('filter.createdTo', given.createdTo);
        checkDate('filter.modifiedFrom', given.modifiedFrom);
        checkDate('filter.modifiedBefore', given.modifiedBefore);
        const direction = sortDirection(orderBy?.direction ?? undefined);
        return listPackages(db, actor, {
          filter: given,
          order: orderBy?.field ?? 'name',
          direction,
          first: pageLength(first, constants.packagePageSize),
          after: after ?? undefined,
          scans,
        });
      },
    }),
    package: t.field({
      type: PackageRef,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_, { id }, { db, actor }) => (await findPackage(db, actor, String(id))) ?? null,
    }),
    versions: t.field({
      type: VersionPageRef,
      args: {
        packageId: t.arg.id({ required: true }),
        filter: t.arg({ type: VersionFilterRef }),
        first: t.arg.int(),
        after: t.arg.string(),
        orderBy: t.arg({ type: VersionOrderByRef }),
      },
      async resolve(_, { packageId, filter, first, after, orderBy }, { db, actor }) {
        const parent = await findPackage(db, actor, String(packageId));
        if (!parent) return { nodes: [], totalCount: 0, hasNextPage: false, endCursor: null };
        const direction = orderBy ? sortDirection(orderBy.direction ?? undefined) : 'desc';
        return listVersions(db, actor, parent, {
          filter: said(filter),
          order: orderBy?.field ?? 'name',
          direction,
          first: pageLength(first, packageFetchLimits.versions),
          after: after ?? undefined,
        });
      },
    }),
  }),
});

/** The package screens can ask this. */
export const packageSchema = builder.toSchema();
