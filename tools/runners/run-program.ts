import { spawn } from 'node:child_process';

/** Runs a program with our output, ends its whole process group when it takes too long, and gives its exit code. */
export async function runProgram(program: string, parameters: readonly string[], minutes: number): Promise<number | null> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
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
    return await new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        console.log(`test: ${program}: ${error.message}`);
        resolve(null);
      });
      child.once('exit', (code, signal) => {
        if (signal !== null) console.log(`test: ${program} was ended by ${signal}`);
        resolve(code);
      });
    });
  } finally {
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
