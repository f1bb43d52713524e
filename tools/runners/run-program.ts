import { spawn } from 'node:child_process';
import { keepLastLines } from './last-lines.ts';

/** How a program ended: its exit code, none where it was ended or never began, and the last lines that it printed. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly lastLines: readonly string[];
}

/** Runs a program, passing on what it prints. Its whole process group is ended with it, or when it takes too long. */
export async function runProgram(program: string, parameters: readonly string[], minutes: number): Promise<ProgramEnd> {
  // A program that prints into a pipe leaves out colours unless told otherwise.
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env;
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env });
  const printed = keepLastLines(60);
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    printed.add(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    printed.add(chunk);
  });
  const end = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) endGroup(child.pid, signal);
  };
  const deadline = setTimeout(() => {
    console.log(`test: ${program} took more than ${minutes} minutes, ending it`);
    end('SIGKILL');
  }, minutes * 60_000);
  const interrupt = () => end('SIGINT');
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const exitCode = await new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        console.log(`test: ${program}: ${error.message}`);
        resolve(null);
      });
      child.once('exit', (code, signal) => {
        if (signal !== null) console.log(`test: ${program} was ended by ${signal}`);
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
    clearTimeout(deadline);
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended by itself.
  }
}
