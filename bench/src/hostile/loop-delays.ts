import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A process of the platform takes requests, or it does everything else. */
export type ProcessKind = 'HTTP worker' | 'primary';

/** The loop of a process was held up like this, at the most. */
export interface LoopWait {
  readonly kind: ProcessKind;
  /** From one turn of the loop to the next: whatever came meanwhile has waited, also where the machine gave the process no time. */
  readonly milliseconds: number;
  /** Milliseconds of processor time that the loop's own thread took for one turn: what the process itself did meanwhile, however busy the machine was. */
  readonly work: number;
}

/** Asks one process how long its loop was held up since it was asked last; nothing for one that has ended. */
function askProcess(socketPath: string): Promise<LoopWait | undefined> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/' }, (answer) => {
      text(answer).then(
        (body) => resolve(JSON.parse(body) as LoopWait),
        () => resolve(undefined),
      );
    });
    asked.once('error', () => resolve(undefined));
    asked.end();
  });
}

/** How long the loop of each kind of process was held up since this was asked last, at the most. */
export async function longestWaits(folder: string): Promise<Record<ProcessKind, LoopWait>> {
  const sockets = (await readdir(folder)).filter((name) => name.endsWith('.sock'));
  const waits = (await Promise.all(sockets.map((name) => askProcess(join(folder, name))))).filter((wait) => wait !== undefined);
  const longest = (kind: ProcessKind) =>
    waits
      .filter((wait) => wait.kind === kind)
      .reduce((most, { milliseconds, work }) => ({ kind, milliseconds: Math.max(most.milliseconds, milliseconds), work: Math.max(most.work, work) }), {
        kind,
        milliseconds: 0,
        work: 0,
      });
  return { 'HTTP worker': longest('HTTP worker'), primary: longest('primary') };
}
