import type { Kysely } from 'kysely';
import type { Db, ScanningSchema } from '../schema.ts';
import {
  awaitTurn,
  type Ranged,
  type RangedFit,
  selectRanged,
  selectRangedOf,
  selectRulesOf,
  selectVersionsOf,
  takeTurn,
  updateFits,
} from './range-queries.ts';
import { isInRange } from './version-range.ts';

// Queries cannot compare versions: what is about a range knows those versions here that are in it, and learns of each that comes.

const makeName = ({ ecosystem = '', name = '' }: RangedFit) => JSON.stringify([ecosystem, name]);

/** Which of some versions are in the range of a fit. */
export const selectVersions = ({ ecosystem = '', range = '' }: RangedFit, versions: readonly string[]): string[] =>
  [...new Set(versions)].filter((version) => isInRange(ecosystem, version, range)).sort();

const countVersions = (fits: readonly RangedFit[]) => fits.flatMap(({ versions = [] }) => versions).length;

async function readKnown(tx: Db, all: readonly Ranged[]): Promise<ReadonlyMap<string, string[]>> {
  const fits = all.flatMap(({ components }) => components).filter(({ range }) => range !== undefined);
  const packages = new Map(fits.map((fit) => [makeName(fit), { ecosystem: fit.ecosystem ?? '', name: fit.name ?? '' }]));
  const known = Map.groupBy(await selectVersionsOf(tx, [...packages.values()]), makeName);
  return new Map([...known].map(([name, rows]) => [name, rows.map(({ version }) => version)]));
}

async function learn(tx: Db, table: 'vex_scope' | 'ignore_rule', all: readonly Ranged[], known: ReadonlyMap<string, string[]>): Promise<void> {
  for (const { id, components } of all) {
    const learned = components.map((fit) => (fit.range === undefined ? fit : { ...fit, versions: selectVersions(fit, known.get(makeName(fit)) ?? []) }));
    if (countVersions(learned) !== countVersions(components)) await updateFits(tx, table, { id, components: learned });
  }
}

/** Lets what a document says of ranges know which versions are here. To be called by whoever has the turn, before rules come of it. */
export async function learnVersions(tx: Db, document: string): Promise<void> {
  const scopes = await selectRangedOf(tx, document);
  await learn(tx, 'vex_scope', scopes, await readKnown(tx, scopes));
}

/**
 * Components became known: where somebody says something of a range that they are in, it reaches them from now on. To be called when they are stored, and
 * before anything is found in them.
 */
export async function widenRanges(db: Kysely<ScanningSchema>, componentIds: readonly number[]): Promise<void> {
  const isAsked = await db.transaction().execute(async (tx) => {
    await awaitTurn(tx);
    return (await selectRanged(tx, componentIds)).length > 0;
  });
  if (!isAsked) return;
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx);
    const scopes = await selectRanged(tx, componentIds);
    const rules = await selectRulesOf(
      tx,
      scopes.map(({ statement }) => statement),
    );
    const known = await readKnown(tx, scopes);
    await learn(tx, 'vex_scope', scopes, known);
    await learn(tx, 'ignore_rule', rules, known);
  });
}
