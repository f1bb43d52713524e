import type { Config } from '@packhouse/kernel/config.ts';
import { findGit } from '@packhouse/scanning-service/integration/git-support.ts';
import { type Finding, good, warning } from './finding.ts';

/** The program `git`, without which repositories of source code are not scanned; everything else works. */
export async function checkGit({ features }: Config): Promise<Finding[]> {
  if (features.includes('-gitRepoScanning')) return [good('repositories of source code are not scanned: PACKHOUSE_FEATURES turns it off')];
  const { version, problem } = await findGit();
  if (problem === undefined) return [good(`git ${version} reads repositories of source code`)];
  return [warning(problem.message, 'Install the package git, or turn the feature off with PACKHOUSE_FEATURES=-gitRepoScanning.')];
}
