import type { Severity } from '@packhouse/contract/severities.ts';
import calculator from 'ae-cvss-calculator';

/** Words with which vendors and ecosystems say how bad something is. */
const words: Readonly<Record<string, Severity>> = {
  critical: 'Critical',
  high: 'High',
  important: 'High',
  moderate: 'Medium',
  medium: 'Medium',
  low: 'Low',
  negligible: 'Information',
  unimportant: 'Information',
  none: 'Information',
};

/** Tells what a vendor's word means; undefined for words that say nothing. */
export function findSeverityOfWord(word: unknown): Severity | undefined {
  return typeof word === 'string' ? words[word.trim().toLowerCase()] : undefined;
}

/** https://www.first.org/cvss/v4.0/specification-document#Qualitative-Severity-Rating-Scale */
function getSeverityOfScore(score: number): Severity {
  if (score >= 9) return 'Critical';
  if (score >= 7) return 'High';
  if (score >= 4) return 'Medium';
  return score > 0 ? 'Low' : 'Information';
}

/** The score of a CVSS vector of any version; undefined when it is none. */
export function findScore(vector: string): number | undefined {
  if (vector.length > 500) return undefined;
  try {
    const scores = calculator.fromVector(vector)?.calculateScores();
    return scores && Number.isFinite(scores.overall) ? scores.overall : undefined;
  } catch {
    return undefined;
  }
}

/** Severity by the highest score of what was given. */
export function findSeverityOfScores(scores: readonly number[]): Severity | undefined {
  return scores.length === 0 ? undefined : getSeverityOfScore(Math.max(...scores));
}
