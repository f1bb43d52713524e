import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Config } from '@packhouse/kernel/config.ts';

const oldest = [2, 36] as const;

/** Whether there is a `git` program that can read repositories in part. */
async function isGitThere(): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { timeout: 10_000, env: { PATH: process.env.PATH } });
    const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
    return Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
  } catch {
    return false;
  }
}

/** Tells whether Git repositories are scanned here: unless somebody turned it off, where the program is there. It is looked for once. */
export function gitSupport({ features }: Pick<Config, 'features'>): () => Promise<boolean> {
  let there: Promise<boolean> | undefined;
  return async () => {
    if (features.includes('-gitRepoScanning')) return false;
    there ??= isGitThere();
    return there;
  };
}
