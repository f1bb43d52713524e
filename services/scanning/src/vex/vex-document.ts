import type { VexFormat, VexStatus } from '@packhouse/contract/scanning/vex.ts';
import type { ArtifactFit, ComponentFit } from '../ignore/fit.ts';
import type { ProductFit } from './product.ts';
import type { NamedProduct } from './vex-tables.ts';

/** What a statement is about, in the words of ignore rules: what fits both, where both are given. */
interface Scope {
  components: ComponentFit[] | null;
  artifacts: ArtifactFit[] | null;
}

/** A product of a statement. */
export interface StatedProduct extends NamedProduct {
  scopes: Scope[];
}

export interface Statement {
  /** Of the vulnerability; the first is its own. */
  names: string[];
  status: VexStatus;
  justification: string | null;
  impact: string;
  action: string;
  at: Date;
  products: StatedProduct[];
}

export interface VexDocument {
  format: VexFormat;
  /** As its issuer calls it; undefined where it has no name. */
  id: string | undefined;
  version: string;
  issued: Date;
  issuer: string;
  title: string;
  statements: Statement[];
}

/** Names of a vulnerability, each once: numbers of CVE in capitals. */
export const nameVulnerability = (names: readonly string[]): string[] => [...new Set(names.map((name) => (/^cve-/i.test(name) ? name.toUpperCase() : name)))];

/** A product by itself: wherever it is a component, and in everything within it where it is a file. */
export function stateProduct(name: string, fit: ProductFit | undefined): StatedProduct {
  const scopes = [
    ...(fit?.component ? [{ components: [fit.component], artifacts: null }] : []),
    ...(fit && fit.artifacts.length > 0 ? [{ components: null, artifacts: [...fit.artifacts] }] : []),
  ];
  return { name, within: null, unknown: scopes.length === 0, scopes };
}

/** A part of a product, and nowhere else. */
export function statePart(name: string, part: ProductFit | undefined, within: string, product: ProductFit | undefined): StatedProduct {
  const isKnown = part?.component !== undefined && product !== undefined && product.artifacts.length > 0;
  const scopes = isKnown ? [{ components: [part.component!], artifacts: [...product.artifacts] }] : [];
  return { name, within, unknown: scopes.length === 0, scopes };
}
