// What the console asks about one version and about vulnerabilities.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { anything, route } from '../route.ts';
import { Said } from '../said.ts';
import { severities } from '../severities.ts';
import { policyTypes } from './policy-types.ts';
import { scanStates } from './scan-states.ts';
import { HeldComponent, ScanDetails, VersionRef } from './scanning-routes.ts';
import { Support } from './support.ts';

const base = `${prefixes.consoleApi}/xray/ui`;
const page = { num_of_rows: z.coerce.number().int().min(1).max(500).default(100), page_num: z.coerce.number().int().min(1).max(10_000).default(1) };

const TabCounts = z.object({
  violations: z.int(),
  security_issues: z.int(),
  licenses: z.int(),
  operational_risk: z.int(),
  descendants: z.int(),
  ancestors: z.int(),
});

export const readTabCounts = route('readTabCounts', {
  summary: 'How much each tab of a version’s security data holds, and about what policies judge it',
  method: 'GET',
  url: `${base}/component/tabCounts`,
  access: 'visitor',
  query: VersionRef,
  reply: z.object({
    data: TabCounts,
    policies: z.object({
      /** About what policies judge it: what none is about breaks no rule, whatever it is. */
      types: z.array(z.enum(policyTypes)),
      /** It waits to be read or judged, so that what is counted is of before. */
      waiting: z.boolean(),
    }),
  }),
});

/** A version that holds another one. */
export const HoldingVersion = z.object({
  component_id: z.string(),
  name: z.string(),
  version: z.string(),
  package_type: z.string(),
  repository: z.string(),
  path: z.string(),
  location: z.string(),
});
export type HoldingVersion = z.output<typeof HoldingVersion>;

export const readPackageTree = route('readPackageTree', {
  summary: 'What a version consists of, or with `ancestors` what it is part of, in the repositories that the caller may read',
  method: 'GET',
  url: `${base}/component/packageTreeNavigator`,
  access: 'visitor',
  query: VersionRef.extend({ ancestors: z.enum(['true', 'false']).default('false').catch('false'), ...page }),
  reply: z.object({ data: z.array(z.union([HoldingVersion, HeldComponent])), total_count: z.int() }),
});

export const readComponentDetails = route('readComponentDetails', {
  summary: 'The scan of one version',
  method: 'GET',
  url: `${base}/component/details`,
  access: 'visitor',
  query: VersionRef,
  reply: ScanDetails,
});

export const readAboutBox = route('readAboutBox', {
  summary: 'What a version is, in a few words',
  method: 'GET',
  url: `${base}/component/aboutBox`,
  access: 'visitor',
  query: VersionRef,
  reply: z.object({
    component_id: z.string(),
    name: z.string(),
    version: z.string(),
    package_type: z.string(),
    purl: z.string(),
    sha256: z.string(),
    licenses: z.array(z.string()),
  }),
});

const riskLevels = ['High', 'Medium', 'Low', 'None'] as const;

/** What is known of a version’s upkeep, as far as its versions are stored here. */
export const RiskFacts = z.object({
  released: z.iso.datetime(),
  age_months: z.int(),
  newer_versions: z.int(),
  latest_version: z.string(),
  /** Versions a year, of those that are stored here. */
  cadence: z.number(),
  deprecated: z.string().nullable(),
  yanked: z.boolean(),
  /** What of it is not, or not wholly, supported, the worst first. */
  support: z.array(Support).optional(),
});
export type RiskFacts = z.output<typeof RiskFacts>;

export const OperationalRisk = z.object({
  name: z.string(),
  version: z.string(),
  level: z.enum(riskLevels),
  reasons: z.array(z.string()),
  /** The same reasons, for readers of other languages. */
  said: z.array(Said).optional(),
  facts: RiskFacts,
});
export type OperationalRisk = z.output<typeof OperationalRisk>;

export const listOperationalRisks = route('listOperationalRisks', {
  summary: 'How risky it is to go on with a version: its age, newer ones, whether it is deprecated, withdrawn or out of support',
  method: 'GET',
  url: `${base}/operationalRisk/list`,
  access: 'visitor',
  query: VersionRef,
  reply: z.object({ data: z.array(OperationalRisk), total_count: z.int() }),
});

/** A way from a version to a component, by names. What holds it may be a build (`build`), a release bundle (`releaseBundleV2`) or source code (`git`) instead, as `package_type` says. */
const PathStep = z.object({ component_id: z.string(), name: z.string(), version: z.string(), location: z.string() });
export const ImpactPath = z.object({ repository: z.string(), path: z.string(), package_type: z.string(), steps: z.array(PathStep) });
export type ImpactPath = z.output<typeof ImpactPath>;
export const impactTypes = ['security', 'license', 'operational_risk'] as const;

const impact = {
  method: 'GET',
  access: 'visitor',
  query: z.object({
    type: z.enum(impactTypes).default('security').catch('security'),
    /** A vulnerability by any of its names, a licence, or a package URL with its version. */
    id: z.string().min(1).max(500),
  }),
  /** `more`: there are more ways than are told. */
  reply: z.object({ data: z.array(ImpactPath), total_count: z.int(), more: z.boolean() }),
} as const;
export const readImpactPath = route('readImpactPath', { ...impact, summary: 'Which versions something reaches, and how', url: `${base}/impactPath` });
export const readUnifiedImpactPath = route('readUnifiedImpactPath', {
  ...impact,
  summary: 'What something reaches: versions, those that hold these whole, builds, release bundles and, for administrators, source code',
  url: `${base}/unified/impactPath`,
});

export const scanArtifact = route('scanArtifact', {
  summary: 'Reads and judges a file again',
  method: 'POST',
  url: `${base}/scanArtifact`,
  access: 'user',
  body: z.object({ repo: z.string().min(1).max(100), path: z.string().min(1).max(1500) }),
  reply: z.object({ status: z.enum(scanStates) }),
});

const applicabilityResults = ['not_scanned', 'applicable', 'not_applicable', 'undetermined', 'not_covered'] as const;
const Applicability = z.object({ cve: z.string(), result: z.enum(applicabilityResults), reason: z.string() });

const askedCves = VersionRef.extend({ cve: z.string().min(1).max(128) });
export const readApplicability = route('readApplicability', {
  summary: 'Whether what is vulnerable is used; nothing is concluded that nobody looked at',
  method: 'GET',
  url: `${base}/cve_applicability`,
  access: 'visitor',
  query: askedCves,
  reply: z.object({ data: z.array(Applicability), total_count: z.int() }),
});
export const triggerApplicability = route('triggerApplicability', {
  summary: 'Looks again whether what is vulnerable is used',
  method: 'POST',
  url: `${base}/trigger_cve_applicability`,
  access: 'user',
  body: askedCves,
  reply: z.object({ data: z.array(Applicability), total_count: z.int() }),
});

const IndexedRepository = z.object({ name: z.string(), type: z.string(), pkg_type: z.string(), indexed: z.boolean(), scanned: z.int(), total: z.int() });
const index = { method: 'GET', access: 'visitor', reply: z.object({ data: z.array(IndexedRepository), total_count: z.int() }) } as const;
export const readIndex = route('readIndex', { ...index, summary: 'Which repositories are scanned, of those that the caller may read', url: `${base}/indexV2` });
export const readXrayRepositoryIndex = route('readXrayRepositoryIndex', {
  ...index,
  summary: 'The same, by its other address',
  url: `${prefixes.consoleApi}/ui/xrayRepo/getIndex`,
});

const BuildRef = z.object({ repository: z.string().min(1).max(100), name: z.string().min(1).max(300) });
export type BuildRef = z.output<typeof BuildRef>;
const IndexedBuild = BuildRef.extend({ indexed: z.boolean() });
export type IndexedBuild = z.output<typeof IndexedBuild>;
export const readIndexedBuilds = route('readIndexedBuilds', {
  summary: 'Which builds are judged, each by the repository that keeps its documents, and how many versions of release bundles there are',
  method: 'GET',
  url: `${base}/indexedBuilds`,
  access: 'administrator',
  reply: z.object({ data: z.array(IndexedBuild), total_count: z.int(), release_bundles: z.int() }),
});

const Keys = z.array(z.string().min(1).max(100)).max(10_000).default([]);
const Builds = z.array(BuildRef).max(10_000).default([]);
export const updateIndexedResources = route('updateIndexedResources', {
  summary:
    'Says of some repositories that what comes into them is scanned, of others that it is not, and of builds whether they are judged; the rest stays as it is. Where builds were left out, such as come later are judged only when they are said; where all are judged, so are these',
  method: 'PUT',
  url: `${base}/indexedResources`,
  access: 'administrator',
  body: z.object({ indexed: Keys, notIndexed: Keys, indexedBuilds: Builds, notIndexedBuilds: Builds }),
  reply: index.reply.extend({ builds: z.array(IndexedBuild) }),
});

export const readBuildHistory = route('readBuildHistory', {
  summary: 'The runs of a build, newest first, each with how far its scan has come and what was found',
  method: 'GET',
  url: `${prefixes.consoleApi}/ui/builds/history/:id`,
  access: 'visitor',
  params: z.object({ id: z.string().min(1).max(255) }),
  query: z.object({ projectKey: z.string().max(100).optional(), num_of_rows: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: z.object({
    data: z.array(
      z.object({ number: z.string(), started: z.iso.datetime(), status: z.enum(scanStates), issues: z.int(), severity: z.enum(severities).nullable() }),
    ),
    total_count: z.int(),
  }),
});

/** For existing clients. */
export const exportDetails = route('exportDetails', {
  summary: 'What one version consists of and what was found in it, as a file',
  method: 'POST',
  url: `${prefixes.scanning}/api/v1/component/exportDetails`,
  access: 'visitor',
  body: z.looseObject({
    package_type: z.string().min(1).max(50),
    component_name: z.string().min(1).max(1300),
    output_format: z.enum(['json', 'csv']).default('json'),
    cyclonedx: z.boolean().default(false),
    spdx: z.boolean().default(false),
  }),
  reply: anything,
  compatible: {
    note: '`component_name` is `name:version`; `package_type` may also be `build` or `releaseBundleV2`; CycloneDX 1.6 and SPDX 2.3 in JSON, findings as JSON or CSV',
    provenBy: [proofs.versionKnowledge],
  },
});
