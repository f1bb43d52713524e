import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findGit, gitSupport } from './git-support.ts';

it('says when the program git is missing, too old, or turned off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-old-git-'));
  expect((await findGit(folder)).problem?.message).toContain('git is not there');
  await writeFile(join(folder, 'git'), '#!/bin/sh\necho git version 2.30.2\n');
  await chmod(join(folder, 'git'), 0o755);
  const old = await findGit(`${folder}:/bin:/usr/bin`);
  expect([old.version, old.problem?.message]).toEqual(['2.30.2', expect.stringContaining('too old (2.30.2)')]);
  await rm(folder, { recursive: true });
  const here = await findGit();
  expect(here).toEqual({ version: expect.stringMatching(/^\d+\.\d+/), problem: undefined });
  const support = (features: never[], one = here) => gitSupport({ features }, async () => one);
  expect([await support([]).isOn(), await support([], old).isOn()]).toEqual([true, false]);
  const off = support(['-gitRepoScanning' as never]);
  expect([await off.isOn(), (await off.findProblem())?.message]).toEqual([false, expect.stringContaining('turned off')]);
});
