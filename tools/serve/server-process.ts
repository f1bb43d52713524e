import { type ChildProcess, spawn } from 'node:child_process';

export interface ServerProcess {
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Milliseconds from its start until it was ready. */
  readonly readyAfter: number;
  /** Asks it to end, and ends it when it does not. */
  stop(): Promise<void>;
}

export interface ServerStart {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Whether it is ready, asked every few milliseconds. */
  readonly isReady: (output: string) => boolean | Promise<boolean>;
  readonly seconds?: number;
}

/** Starts a server in a process group of its own and waits until it is ready. */
export async function startServerProcess(start: ServerStart): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(start.program, start.parameters, { env: start.env, cwd: start.cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString('utf8')).slice(-1_000_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      printed += error.message;
      resolve();
    });
  });
  const endWithUs = () => endGroup(child.pid ?? 0);
  process.once('exit', endWithUs);
  const stop = async () => {
    await endProcess(child, exited);
    process.off('exit', endWithUs);
  };
  await waitUntilReady(start, child, () => printed, stop);
  return { pid: child.pid ?? 0, output: () => printed, readyAfter: performance.now() - began, stop };
}

async function waitUntilReady(start: ServerStart, child: ChildProcess, output: () => string, stop: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + (start.seconds ?? 180) * 1000;
  while (!(await start.isReady(output()))) {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`${start.program} ended with ${child.exitCode}:\n${output()}`);
    if (performance.now() > deadline) {
      await stop();
      throw new Error(`${start.program} was not ready in time:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function endProcess(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => endGroup(child.pid ?? 0), 20_000);
  await exited;
  clearTimeout(timer);
}

function endGroup(pid: number): void {
  if (pid === 0) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Whether an address answers at all. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}
