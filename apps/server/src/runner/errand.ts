import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '@packhouse/contract/client.ts';
import { endStep, holdStep, type RunnerWork, runnerLimits, type StepEnding, tellOutput } from '@packhouse/contract/pipelines/runner-routes.ts';
import { FileProblem, fetchFile, publishFile } from './files.ts';
import { FolderWatch } from './folder-watch.ts';
import { HiddenValues } from './hidden-values.ts';
import type { MemoryGroup, MemoryGroups } from './memory-groups.ts';
import { watchMemory } from './memory-watch.ts';
import { Output } from './output.ts';
import { removeFolder } from './remove-folder.ts';
import { spawnInSandbox } from './sandbox.ts';

export interface ErrandOptions {
  url: string;
  call: Call;
  folder: string;
  allowNetwork: boolean;
  tools: readonly string[];
  /** Megabytes that the folder of a step may hold at most. */
  disk: number;
  /** Absent where the system does not limit memory for the runner, which adds it up then. */
  memoryGroups?: MemoryGroups | undefined;
  /** The runner is to stop. */
  signal: AbortSignal;
}

interface Ended {
  ending: StepEnding;
  code?: number;
  detail?: string;
}

const second = 1000;
const mebibyte = 1024 * 1024;

/** A step is held as long as the server says so; `lost` is aborted when it is not ours any more, or nobody said anything for too long. */
function holdOn(call: Call, lease: string): { lost: AbortController; isBegun: Promise<boolean>; stop: () => void } {
  const lost = new AbortController();
  let heardAt = performance.now();
  const hold = async () => {
    const askedAt = performance.now();
    try {
      const { goesOn } = await call(holdStep, { params: { lease } }, { signal: AbortSignal.timeout(10 * second) });
      if (goesOn) heardAt = askedAt;
      else lost.abort();
    } catch (error) {
      // Somebody who has no right to ask any more has none to go on.
      if ((error as { status?: number }).status === 401) lost.abort();
    }
    return !lost.signal.aborted;
  };
  const isBegun = hold().then((goesOn) => goesOn && heardAt > 0);
  const timer = setInterval(() => {
    if (performance.now() - heardAt > runnerLimits.silence * second) lost.abort();
    else void hold();
  }, runnerLimits.hold * second);
  return { lost, isBegun, stop: () => clearInterval(timer) };
}

/** Ends the sandbox with everything in it: its first process is the first of a family that cannot outlive it. */
function kill(child: ChildProcess): void {
  child.kill('SIGKILL');
}

interface Run extends ErrandOptions {
  work: RunnerWork;
  workspace: string;
  output: Output;
  folderWatch: FolderWatch;
  lost: AbortSignal;
}

const getDisk = ({ work, disk }: Pick<Run, 'work' | 'disk'>) => Math.min(work.disk, disk);
const tooLarge = (run: Run): Ended => ({ ending: 'disk', detail: String(getDisk(run)) });

async function runScript(run: Run, group: MemoryGroup | undefined): Promise<Ended> {
  const { work, workspace, tools, output, folderWatch, lost, signal } = run;
  const { script, env, secrets, network, memory, timeout } = work;
  const variables = { ...env, ...secrets, PACKHOUSE_PIPELINE: work.pipeline, PACKHOUSE_RUN: String(work.run), PACKHOUSE_STEP: work.step };
  const child = spawnInSandbox({ workspace, network, memory, tools }, variables, ['-e', '-c', script], group?.wrap);
  let ending: StepEnding | undefined;
  const end = (why: StepEnding) => {
    ending ??= why;
    kill(child);
  };
  output.follow(child.stdout!);
  output.follow(child.stderr!);
  const timer = setTimeout(() => end('timeout'), timeout * second);
  const unwatchFolder = folderWatch.start(() => end('disk'));
  const unwatch = group ? () => undefined : watchMemory(child.pid ?? -1, memory * mebibyte, () => end('memory'));
  const stop = () => end('stopped');
  for (const one of [lost, signal]) {
    one.addEventListener('abort', stop);
    if (one.aborted) stop();
  }
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (await group?.wasExceeded()) ending = 'memory';
    if (ending === 'disk' || (ending === undefined && (await folderWatch.isExceeded()))) return tooLarge(run);
    return { ending: ending ?? (code === 0 ? 'succeeded' : 'exited'), code: code ?? -1 };
  } catch (error) {
    return { ending: 'sandbox', detail: (error as Error).message };
  } finally {
    clearTimeout(timer);
    unwatch();
    unwatchFolder();
    for (const one of [lost, signal]) one.removeEventListener('abort', stop);
  }
}

async function moveFiles(run: Run, ending: 'checkout' | 'publish'): Promise<Ended | undefined> {
  const { url, work, workspace, lost, signal } = run;
  const place = { url, token: work.token, workspace, signal: AbortSignal.any([lost, signal]) };
  for (const file of work[ending])
    try {
      await (ending === 'checkout' ? fetchFile(place, file) : publishFile(place, file));
    } catch (error) {
      if (signal.aborted) return { ending: 'stopped' };
      return { ending, detail: error instanceof FileProblem ? error.message : `${file.from}: ${(error as Error).message}` };
    }
  return undefined;
}

/** Runs the script in a control group of its own where there are any. */
async function runLimited(run: Run): Promise<Ended> {
  const { work, memoryGroups } = run;
  const group = await memoryGroups?.open(work.lease, work.memory * mebibyte);
  try {
    return await runScript(run, group);
  } finally {
    await group?.remove();
  }
}

async function perform(run: Run): Promise<Ended> {
  if (run.work.network && !run.allowNetwork) return { ending: 'sandbox', detail: 'it does not let commands use the network' };
  const missing = await moveFiles(run, 'checkout');
  if (missing) return missing;
  if (await run.folderWatch.isExceeded()) return tooLarge(run);
  const ended = await runLimited(run);
  return (ended.ending === 'succeeded' ? await moveFiles(run, 'publish') : undefined) ?? ended;
}

/** Tells how it ended until the server has heard it, or the step is not ours any more. */
async function tell(call: Call, lease: string, body: Ended & { isCut: boolean }, lost: AbortSignal): Promise<void> {
  const until = performance.now() + runnerLimits.silence * second;
  while (!lost.aborted && performance.now() < until) {
    const isHeard = await call(endStep, { params: { lease }, body }, { signal: AbortSignal.timeout(10 * second) }).then(
      () => true,
      () => false,
    );
    if (isHeard) return;
    await new Promise((resolve) => setTimeout(resolve, second));
  }
}

/** Does one step: fetches its files, runs its command in a folder of its own within the sandbox, hands over what it writes, publishes, and tells how it ended. */
export async function runErrand(work: RunnerWork, options: ErrandOptions): Promise<void> {
  const { call, folder } = options;
  const { lease } = work;
  const { lost, isBegun, stop } = holdOn(call, lease);
  const workspace = await realpath(await mkdtemp(join(folder, 'step-')));
  try {
    if (!(await isBegun)) return;
    const output = new Output(
      async (first, lines) => {
        const { goesOn } = await call(tellOutput, { params: { lease }, body: { first, lines: [...lines] } }, { signal: AbortSignal.timeout(10 * second) });
        return goesOn;
      },
      new HiddenValues(Object.values(work.secrets)),
      () => lost.abort(),
    );
    lost.signal.addEventListener('abort', () => output.lose());
    const folderWatch = new FolderWatch(workspace, getDisk({ work, disk: options.disk }) * mebibyte);
    const ended = await perform({ ...options, work, workspace, output, folderWatch, lost: lost.signal });
    await output.end();
    const detail = (ended.detail ?? '').slice(0, 1000);
    await tell(call, lease, { ...ended, detail, isCut: output.isCut }, lost.signal);
  } finally {
    stop();
    await removeFolder(workspace);
  }
}
