import { severities } from '@packhouse/contract/severities.ts';
import type { ScanDirectory, SoughtFindings } from '@packhouse/peers/scans.ts';
import type { RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { alertsIn } from '../ignore/alert.ts';
import { readProjects } from '../ignore/ignored-queries.ts';
import { findingCounts } from './finding-count-queries.ts';
import { countVulnerabilities, filesWithFindings, selectProgress, selectRiskLevels } from './scan-directory-queries.ts';

/** Severities by the words that searches use: `info` is what the screens call Information. */
function getSeverities(words: readonly string[]): string[] {
  const wanted = new Set(words.map((word) => (word.toLowerCase() === 'info' ? 'information' : word.toLowerCase())));
  return severities.filter((severity) => wanted.has(severity.toLowerCase()));
}

/** Spellings under which advisories know a name: people write them in any case of letters. */
function getSpellings(name: string): string[] {
  const plain = name.trim();
  return [...new Set([plain, plain.toUpperCase(), plain.toLowerCase().replace(/^ghsa-/, 'GHSA-')])];
}

/** The files that stand for versions with an active finding that is sought, as a query for use inside others. */
export async function filesWith({ peers }: Pick<Context, 'peers'>, { severities: wanted, cve }: SoughtFindings): Promise<RawBuilder<unknown>> {
  return filesWithFindings(await readProjects(peers), {
    severities: wanted?.length ? getSeverities(wanted) : undefined,
    names: cve ? getSpellings(cve) : undefined,
  });
}

/** Answers what the other services may ask. */
export function scanDirectory(context: Pick<Context, 'db' | 'peers'>): ScanDirectory {
  const { db } = context;
  return {
    counts: (places) => findingCounts(context, places),
    filesWith: (sought) => filesWith(context, sought),
    alerts: (repository, paths) => alertsIn(context, repository, paths),
    risks: (places) => selectRiskLevels(db, places),
    progress: () => selectProgress(db),
  };
}

/** How many vulnerabilities there are in what is stored, by severity. */
export async function countFindings({ db, peers }: Pick<Context, 'db' | 'peers'>): Promise<Record<string, number>> {
  return countVulnerabilities(db, await readProjects(peers));
}
