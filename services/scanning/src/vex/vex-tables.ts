import type { RuleOfVex, VexFormat, VexStatus } from '@packhouse/contract/scanning/vex.ts';
import type { ColumnType, Generated } from 'kysely';
import type { ArtifactFit, ComponentFit } from '../ignore/fit.ts';

// What others say of vulnerabilities in their products.

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string | null, string | null>;

export type { RuleOfVex };

/** Whose statements are acted on, by the name in the documents. */
export interface VexIssuerTable {
  name: string;
  trusted_by: string;
  trusted_at: Timestamp;
}

export interface VexDocumentTable {
  id: Generated<number>;
  uuid: string;
  /** It says something of what lies in repositories of this project alone. */
  project: string | null;
  format: VexFormat;
  /** As its issuer calls it. */
  document: string;
  version: string;
  issued_at: Date;
  issuer: string;
  title: string;
  sha256: string;
  /** As it came. */
  content: Buffer;
  statements: number;
  products: number;
  /** Products that are named in a way that says nothing here. */
  unknown_products: number;
  /** Who brought it here. */
  author: string;
  created_at: Timestamp;
}

/** A product as people read of it. */
export interface NamedProduct {
  name: string;
  within: string | null;
  unknown: boolean;
}

export interface VexStatementTable {
  id: Generated<number>;
  document_id: number;
  position: number;
  /** Of the vulnerability; the first is its own. */
  names: string[];
  status: VexStatus;
  justification: string | null;
  impact: string;
  action: string;
  at: Date;
  products: Json<NamedProduct[]>;
}

/** A statement is about this, in the words of ignore rules: what fits both, where both are given. */
export interface VexScopeTable {
  id: Generated<number>;
  statement_id: number;
  /** Equal for what is about the same, in whatever document. */
  key: string;
  components: Json<ComponentFit[] | null>;
  artifacts: Json<ArtifactFit[] | null>;
  /** It has a range, and knows which versions here are in it. */
  ranged: boolean;
}
