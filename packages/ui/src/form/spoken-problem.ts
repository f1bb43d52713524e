import { getSaid, type Problem } from '@packhouse/contract/problem-words.ts';
import type { z } from 'zod';
import { words } from '../ui-words.ts';

/** The first thing that is wrong with a value, in the reader's language; undefined when nothing is. */
export function spokenProblem({ error }: { error?: z.core.$ZodError | undefined }): string | undefined {
  const issue = error?.issues[0];
  return issue && words().said(getSaid(issue as Problem));
}
