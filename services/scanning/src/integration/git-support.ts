import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { integrationWords } from '@packhouse/contract/scanning/integration-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Config } from '@packhouse/kernel/config.ts';

const oldest = [2, 36] as const;

/** How the program `git` is here, for those who look after the platform; `problem` says why repositories cannot be read in part with it. */
export interface GitProgram {
  version: string | undefined;
  problem: Said | undefined;
}

/** Looks for the program where the platform would: in `path`. */
export async function findGit(path = process.env.PATH): Promise<GitProgram> {
  const needed = oldest.join('.');
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { timeout: 10_000, env: { PATH: path } });
    const [version, major = '0', minor = '0'] = /(\d+)\.(\d+)[\d.]*/.exec(stdout) ?? [];
    const isNewEnough = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
    return { version, problem: isNewEnough ? undefined : say(integrationWords.git_too_old, { version: version ?? stdout.trim().slice(0, 40), needed }) };
  } catch {
    return { version: undefined, problem: say(integrationWords.git_missing, { needed }) };
  }
}

/** Whether Git repositories are scanned here, and why they are not. */
export interface GitSupport {
  isOn(): Promise<boolean>;
  /** Nothing where they are scanned. */
  findProblem(): Promise<Said | undefined>;
}

/** Git repositories are scanned unless somebody turned it off, where the program is there. It is looked for once. */
export function gitSupport({ features }: Pick<Config, 'features'>, find: () => Promise<GitProgram> = findGit): GitSupport {
  let there: Promise<GitProgram> | undefined;
  const findProblem = async () => {
    if (features.includes('-gitRepoScanning')) return say(integrationWords.git_turned_off);
    there ??= find();
    return (await there).problem;
  };
  return { findProblem, isOn: async () => (await findProblem()) === undefined };
}
