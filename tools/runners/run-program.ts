import { spawn } from 'node:child_process';
import { keepLastLines } from './last-lines.ts';

/** How a program ended: its exit code, none where it was ended or never began, and the last lines that it printed. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly lastLines: readonly string[];
}

export interface ProgramRun {
  readonly program: string;
  readonly parameters: readonly string[];
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long it may show no sign of life, in milliseconds, before it is ended. */
  readonly patience: number;
  /** Changes whenever the program gets on; what it prints is the sign unless given. */
  readonly signOfLife?: () => unknown;
}

/** Runs a program, passing on what it prints. Its whole process group is ended with it, or when nothing is heard of it for too long. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  // A program that prints into a pipe leaves out colours unless told otherwise.
  const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...run.env };
  const child = spawn(run.program, run.parameters, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env });
  const printed = keepLastLines(60);
  let bytes = 0;
  const passOn = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
    to.write(chunk);
    printed.add(chunk);
    bytes += chunk.length;
  };
  child.stdout.on('data', passOn(process.stdout));
  child.stderr.on('data', passOn(process.stderr));
  const end = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) endGroup(child.pid, signal);
  };
  const stopListening = listenForLife(run.signOfLife ?? (() => bytes), run.patience, () => {
    console.log(`test: nothing was heard of ${run.program} for ${run.patience / 60_000} minutes, ending it`);
    end('SIGKILL');
  });
  const interrupt = () => end('SIGINT');
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const exitCode = await new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        console.log(`test: ${run.program}: ${error.message}`);
        resolve(null);
      });
      child.once('exit', (code, signal) => {
        if (signal !== null) console.log(`test: ${run.program} was ended by ${signal}`);
        end('SIGKILL');
        // What left the process group may hold the pipes open for ever.
        const patience = setTimeout(() => resolve(code), 2000);
        child.once('close', () => {
          clearTimeout(patience);
          resolve(code);
        });
      });
    });
    return { exitCode, lastLines: printed.lines() };
  } finally {
    child.stdout.destroy();
    child.stderr.destroy();
    stopListening();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Looks at a sign of life again and again, and tells once when it has not changed for too long. */
function listenForLife(signOfLife: () => unknown, patience: number, tell: () => void): () => void {
  let last = signOfLife();
  let since = performance.now();
  const timer = setInterval(
    () => {
      const sign = signOfLife();
      if (sign !== last) since = performance.now();
      last = sign;
      if (performance.now() - since < patience) return;
      clearInterval(timer);
      tell();
    },
    Math.min(1000, patience / 4),
  );
  return () => clearInterval(timer);
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended by itself.
  }
}
