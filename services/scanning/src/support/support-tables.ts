import type { ColumnType, Generated } from 'kysely';
import type { Platform } from '../inventory/platforms.ts';

// Until when products are supported, and which products images are made of.

type Day = ColumnType<Date | null, string | null, string | null>;

/** A product, as one source of end-of-life data tells of it. */
export interface SupportProductTable {
  id: Generated<number>;
  source_id: number;
  name: string;
  label: string;
}

/** By one of these a product is found: `os:debian`, `runtime:python`, or a package URL without its version. */
export interface SupportNameTable {
  name: string;
  product_id: number;
}

/** One line of releases of a product: `12`, `3.20`, `22.04`. */
export interface SupportCycleTable {
  product_id: number;
  cycle: string;
  released: Day;
  /** From then on only what harms is mended. */
  support_until: Day;
  /** From then on nothing is mended. */
  eol: Day;
  /** It is said to be over, with or without a date. */
  ended: boolean;
}

export interface SubjectPlatformTable {
  subject_id: number;
  kind: Platform['kind'];
  name: string;
  version: string;
}
