import { createHash } from 'node:crypto';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { findReadableOf } from '../build/build-scan.ts';
import type { Context } from '../context.ts';
import { findComponent } from '../graph/component-id.ts';
import type { LicensedRow } from '../summary/finding.ts';
import { toHeld } from '../summary/issues.ts';
import { readHeld } from '../summary/version-contents.ts';
import type { TargetRow } from '../target/target.ts';

/** More components than fit into one document that anybody reads. */
const mostComponents = 100_000;

/** A file that something consists of, as those who made it name it. */
export interface NamedFile {
  name: string;
  /** How clients call the package it is, where they say it. */
  id?: string;
  sha256?: string | undefined;
  sha1?: string | undefined;
}

/** One thing in a bill. */
export interface BillPart {
  /** What other parts call it; its package URL where it has one. */
  ref: string;
  name: string;
  version: string;
  purl?: string;
  hashes: { sha1?: string; sha256?: string };
  licences: readonly string[];
  /** References of what is in it. */
  holds: readonly string[];
}

/** What something consists of, before it is written in a format. */
export interface Bill {
  kind: 'build' | 'release bundle';
  name: string;
  version: string;
  at: Date;
  parts: readonly BillPart[];
  /** References of its files. */
  holds: readonly string[];
}

const toPart = (row: LicensedRow): BillPart => {
  const { name, version, purl } = toHeld(row);
  return { ref: purl, name, version, purl, hashes: {}, licences: row.licences, holds: [] };
};

/** A file of which nothing is known here but what was said of it. */
function describeFile({ name, id, sha1, sha256 }: NamedFile): BillPart {
  const known = id === undefined ? undefined : findComponent(id);
  const hashes = { ...(sha1 ? { sha1 } : {}), ...(sha256 ? { sha256 } : {}) };
  if (known) return { ref: known.purl, name: known.name, version: known.version, purl: known.purl, hashes, licences: [], holds: [] };
  const ref = `file:${createHash('sha256')
    .update(`${name} ${sha256 ?? sha1 ?? ''}`)
    .digest('hex')
    .slice(0, 32)}`;
  return { ref, name, version: '', hashes, licences: [], holds: [] };
}

async function describeTarget({ db }: Pick<Context, 'db'>, target: TargetRow, keep: (part: BillPart) => void, limit: number): Promise<BillPart> {
  const rows = await readHeld(db, [target], { limit, offset: 0 });
  const self = rows.find(({ component_id, location }) => component_id === target.component_id && location === '');
  const inner = rows.filter((row) => row !== self && row.component_id !== target.component_id);
  for (const row of inner) keep(toPart(row));
  const hashes = { sha256: target.sha256 };
  const holds = [...new Set(inner.map(({ purl }) => purl))].sort();
  const { licences } = target;
  if (self) return { ...toPart(self), hashes, licences, holds };
  return { ref: `file:${target.sha256}`, name: target.package, version: target.version, hashes, licences, holds };
}

/** The first version that the actor may read of each content among some files. */
export async function findTargetsOf(context: Pick<Context, 'db' | 'peers'>, actor: Actor, files: readonly NamedFile[]): Promise<Map<string, TargetRow>> {
  const contents = [...new Set(files.flatMap(({ sha256 }) => sha256 ?? []))];
  const targets = new Map<string, TargetRow>();
  for (const target of await findReadableOf(context, actor, contents)) if (!targets.has(target.sha256)) targets.set(target.sha256, target);
  return targets;
}

/** Puts a bill together of files. What the actor may not read is no more than a name in it. */
export async function makeBill(
  context: Pick<Context, 'db' | 'peers'>,
  actor: Actor,
  about: Pick<Bill, 'kind' | 'name' | 'version' | 'at'>,
  files: readonly NamedFile[],
): Promise<Bill> {
  const targets = await findTargetsOf(context, actor, files);
  const parts = new Map<string, BillPart>();
  const holds = new Set<string>();
  const keep = (part: BillPart) => {
    if (!parts.has(part.ref)) parts.set(part.ref, part);
  };
  for (const file of files) {
    const target = file.sha256 === undefined ? undefined : targets.get(file.sha256);
    const left = mostComponents - parts.size;
    const part = target && left > 0 ? await describeTarget(context, target, keep, left) : describeFile(file);
    // A file says more of a package than what only mentions it.
    if (part.holds.length > 0 || !parts.has(part.ref) || parts.get(part.ref)!.holds.length === 0) parts.set(part.ref, part);
    holds.add(part.ref);
  }
  return { ...about, parts: [...parts.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1)), holds: [...holds].sort() };
}
