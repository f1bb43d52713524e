import type { VexStatus } from '@packhouse/contract/scanning/vex.ts';
import { sql } from 'kysely';
import type { ArtifactFit, ComponentFit } from '../ignore/fit.ts';
import type { Db } from '../schema.ts';

/** What is said of one product, in a document of one issuer. */
export interface AssessmentRow {
  id: number;
  issuer: string;
  trusted: boolean;
  project: string | null;
  document: string;
  version: string;
  names: string[];
  status: VexStatus;
  justification: string | null;
  impact: string;
  action: string;
  at: Date;
  components: ComponentFit[] | null;
  artifacts: ArtifactFit[] | null;
}

/** More than anybody could read of a page of vulnerabilities. */
const most = 20_000;

/** What is said of some vulnerabilities everywhere and in some projects, the newest first. */
export async function selectAssessments(db: Db, names: readonly string[], projects: readonly string[]): Promise<AssessmentRow[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<AssessmentRow>`
    select statement.id, document.issuer, exists (select from vex_issuer where vex_issuer.name = document.issuer) as trusted, document.project, document.document,
      document.version, statement.names, statement.status, statement.justification, statement.impact, statement.action, statement.at, scope.components, scope.artifacts
    from vex_statement statement join vex_document document on document.id = statement.document_id join vex_scope scope on scope.statement_id = statement.id
    where statement.names && ${names}::text[] and (document.project is null or document.project = any(${projects}::text[]))
    order by statement.at desc, statement.id desc, scope.id limit ${most}`.execute(db);
  return rows;
}
