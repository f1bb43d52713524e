import { spawn } from 'node:child_process';

/** For Java programs that live for seconds: compiling again what runs often, and collecting garbage beside the work, would cost more than it gives. */
export const shortLived = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

export interface ProgramResult {
  code: number;
  stdout: string;
  /** Everything printed, for the message of a failed expectation. */
  output: string;
}

export interface ProgramRun {
  cwd: string;
  env: Record<string, string>;
  input?: string;
  /** It costs this to let a client hang. */
  seconds?: number;
}

/** Runs a program to its end. Only the path and the language of this process's environment are passed on. */
export async function runProgram(program: string, parameters: readonly string[], { cwd, env, input, seconds = 170 }: ProgramRun): Promise<ProgramResult> {
  const child = spawn(program, parameters, {
    cwd,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? -1));
  });
  return { code, stdout, output: `${program} ${parameters.join(' ')}\n${output}` };
}

/** Runs a program that must succeed. */
export async function mustRun(program: string, parameters: readonly string[], run: ProgramRun): Promise<ProgramResult> {
  const result = await runProgram(program, parameters, run);
  if (result.code !== 0) throw new Error(`ended with ${result.code}: ${result.output.slice(-6000)}`);
  return result;
}
