import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Analysis } from '@packhouse/contract/scanning/analysis.ts';
import type { ScanState } from '@packhouse/contract/scanning/scan-states.ts';
import type { IgnoreFilters } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { SaidColumn } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';
import type { AssemblyPartTable, AssemblyTable, JudgedBuildsTable } from './assembly-tables.ts';
import type {
  GitDeliveryTable,
  GitLeftHookTable,
  GitListingTable,
  GitPullTable,
  GitRepositoryTable,
  GitScanFileTable,
  GitScanTable,
} from './git/git-tables.ts';
import type {
  BlockTable,
  EvaluationDueTable,
  PolicyRevisionTable,
  PolicyTable,
  UntoldTable,
  ViolationEventTable,
  ViolationTable,
  WatchPolicyTable,
  WatchTable,
} from './governance-tables.ts';
import type { Graph } from './graph/graph.ts';
import type { ArtifactFit, ComponentFit } from './ignore/fit.ts';
import type { IntegrationTable } from './integration/integration-table.ts';
import type { LayerContent } from './inventory/layer.ts';
import type {
  AdvisoryTable,
  AffectedTable,
  CustomLicenceTable,
  CveSignalTable,
  ImportRunTable,
  OperationalTable,
  OwnLicenceTable,
  SourceAddressTable,
  SourceTable,
} from './knowledge-tables.ts';
import type { Match } from './match/match.ts';
import type { ReportRowTable, ReportTable } from './report/report-tables.ts';
import type { SubjectPlatformTable, SupportCycleTable, SupportNameTable, SupportProductTable } from './support/support-tables.ts';
import type { RuleOfVex, VexDocumentTable, VexIssuerTable, VexScopeTable, VexStatementTable } from './vex/vex-tables.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string | null | undefined, string | null>;

/** A package at one version, wherever it is found. */
export interface ComponentTable {
  id: Generated<number>;
  /** As OSV spells it, without the release: `npm`, `Debian` …; '' where no advisories exist for its kind. */
  ecosystem: string;
  /** Release of the distribution it comes from (`12`, `v3.20`); '' for all others. */
  distro: Generated<string>;
  /** As the ecosystem's advisories spell it. */
  name: string;
  version: string;
  /** The source package a distribution built it from; '' where it has none of another name or version. */
  source_name: Generated<string>;
  source_version: Generated<string>;
  purl: string;
}

/** Content that was looked into; its inventory is a function of the bytes alone. */
export interface SubjectTable {
  id: Generated<number>;
  /** SHA-256 of the file or manifest. */
  digest: string;
  /** Which version of the extractors read it. */
  extractor: number;
  /** This part of it could not be read. */
  partial: string | null;
  created_at: Timestamp;
}

export interface InventoryTable {
  subject_id: number;
  component_id: number;
  /** Path of what tells of the component. */
  location: string;
  /** Digest of the layer that brought it. */
  layer: string | null;
  /** As whoever made it wrote them there. */
  licences: Generated<string[]>;
}

/** Each row is what one layer of an image tells, kept by digest so that no layer is read twice. */
export interface LayerTable {
  digest: string;
  extractor: number;
  content: Json<LayerContent>;
  created_at: Timestamp;
}

/** A version of a package in a repository, by the file that stands for it. */
export interface TargetTable extends SaidColumn {
  id: Generated<number>;
  repository: string;
  path: string;
  format: FormatId;
  package: string;
  version: string;
  sha256: string;
  /** As its author wrote them. */
  licences: Generated<string[]>;
  /** The package itself. */
  component_id: number | null;
  subject_id: number | null;
  state: ScanState;
  reason: string | null;
  attempts: Generated<number>;
  scanned_at: Date | null;
  created_at: Timestamp;
  /** Ecosystems of the package and of what is inside it, as a trigger keeps them; null: nobody has looked yet. */
  kinds: Generated<string[] | null>;
}

/** Figures of versions that add up: by state (`kind` is empty then), and by the kinds of components that they hold (`state` is empty then). */
export interface TargetStepTable {
  repository: string;
  state: ScanState | '';
  kind: string;
  versions: number;
  scanned: number;
  folded: Generated<boolean>;
}

/** Each row is what has been done once for everything there is. */
export interface ProgressTable {
  name: string;
  done_at: Timestamp;
}

export interface FindingTable {
  component_id: number;
  advisory_id: string;
  severity: Severity;
  fixed_versions: string[];
  /** `unknown`: nobody can say whether the version is affected. */
  confidence: 'known' | 'unknown';
  found_at: Timestamp;
}

/** By which findings are ignored. What of its filters decides is kept beside them, in the words that the queries use. */
export interface IgnoreRuleTable {
  id: Generated<number>;
  uuid: string;
  /** It holds only in repositories of this project. */
  project: string | null;
  /** As they were given. */
  filters: Json<IgnoreFilters>;
  /** Vulnerabilities it is about, by any of their ids; none of them stands for all. Null: it is about none. */
  names: string[] | null;
  components: Json<ComponentFit[] | null>;
  artifacts: Json<ArtifactFit[] | null>;
  notes: string;
  author: string;
  created_at: Timestamp;
  expires_at: Date | null;
  deleted_at: Date | null;
  deleted_by: string | null;
  /** Names of watches, of policies, licences, and the one violation it is limited to. What has any of them hides no findings, but violations. */
  watches: string[] | null;
  policies: string[] | null;
  licences: string[] | null;
  /** It is about operational risks, too. */
  risks: Generated<boolean>;
  violation_id: number | null;
  /** What was asked for hides nothing until somebody who may ignore approves it. */
  state: Generated<'asked' | 'approved' | 'refused'>;
  /** The violation for which it was asked for; it may be forgotten by now. */
  asked_for: number | null;
  decided_by: string | null;
  decided_at: Date | null;
  /** What documents of VEX tell of what it hides. */
  analysis: Json<Analysis | null>;
  /** Why it was decided so. */
  decision: Generated<string>;
  /** The audit log tells that the clock has ended it. */
  expiry_audited: Generated<boolean>;
  /** The statement of others that it comes of, which keeps it and ends it; the row may be gone once the rule has ended. */
  vex_statement: number | null;
  vex: Json<RuleOfVex | null>;
}

/** What a client asks about its components, and what was found in them, until its end. */
export interface GraphScanTable {
  id: string;
  /** Name of the user who asked; nobody else but administrators may read it. */
  owner: string;
  state: 'in progress' | 'completed' | 'failed';
  graph: Json<Graph>;
  /** `component_id` is a component's place in the graph. */
  findings: Json<Match[]>;
  attempts: Generated<number>;
  created_at: Timestamp;
  ends_at: Timestamp;
}

export interface ClientEventTable {
  id: string;
  kind: 'scan' | 'git' | 'message';
  /** Name of the user whose client said it. */
  owner: string;
  document: Json<Record<string, unknown>>;
  created_at: Timestamp;
  changed_at: Timestamp;
  ends_at: Timestamp;
}

export interface ScanningSchema {
  assembly: AssemblyTable;
  assembly_part: AssemblyPartTable;
  judged_builds: JudgedBuildsTable;
  component: ComponentTable;
  subject: SubjectTable;
  inventory: InventoryTable;
  layer: LayerTable;
  target: TargetTable;
  target_step: TargetStepTable;
  progress: ProgressTable;
  source: SourceTable;
  import_run: ImportRunTable;
  source_address: SourceAddressTable;
  cve_signal: CveSignalTable;
  custom_licence: CustomLicenceTable;
  own_licence: OwnLicenceTable;
  operational: OperationalTable;
  advisory: AdvisoryTable;
  affected: AffectedTable;
  finding: FindingTable;
  ignore_rule: IgnoreRuleTable;
  graph_scan: GraphScanTable;
  client_event: ClientEventTable;
  policy: PolicyTable;
  policy_revision: PolicyRevisionTable;
  watch: WatchTable;
  watch_policy: WatchPolicyTable;
  violation: ViolationTable;
  untold: UntoldTable;
  violation_event: ViolationEventTable;
  block: BlockTable;
  evaluation_due: EvaluationDueTable;
  git_listing: GitListingTable;
  git_repository: GitRepositoryTable;
  git_scan: GitScanTable;
  git_scan_file: GitScanFileTable;
  git_delivery: GitDeliveryTable;
  git_pull: GitPullTable;
  git_left_hook: GitLeftHookTable;
  integration: IntegrationTable;
  report: ReportTable;
  report_row: ReportRowTable;
  support_product: SupportProductTable;
  support_name: SupportNameTable;
  support_cycle: SupportCycleTable;
  subject_platform: SubjectPlatformTable;
  vex_issuer: VexIssuerTable;
  vex_document: VexDocumentTable;
  vex_statement: VexStatementTable;
  vex_scope: VexScopeTable;
}

export type Db = KernelDb<ScanningSchema>;
