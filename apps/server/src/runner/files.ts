import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

interface Place {
  url: string;
  token: string;
  workspace: string;
  signal: AbortSignal;
}

interface Transfer {
  from: string;
  to: string;
}

/** Why a file did not get where it should. */
export class FileProblem extends Error {}

const encode = (path: string) => path.split('/').map(encodeURIComponent).join('/');
const getAddress = (url: string, path: string) => new URL(`/artifactory/${encode(path)}`, url);

/** A place within the workspace. @throws FileProblem where it is none */
function findInside(workspace: string, path: string): string {
  const inside = join(workspace, normalize(path));
  if (!inside.startsWith(workspace + sep)) throw new FileProblem(`${path}: it is not in the workspace`);
  return inside;
}

/** Milliseconds between two tries. */
const rest = 1000;
/** The platform, or what stands before it, is away for a moment. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

const ask = ({ token, signal }: Place, address: URL, init: RequestInit) =>
  fetch(address, { ...init, redirect: 'error', signal, headers: { authorization: `Bearer ${token}` } });

/** Tries until the platform answers, as long as the step is held: it may be starting again. */
async function insist<Result>({ signal }: Place, work: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (error instanceof FileProblem || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
}

/** @throws FileProblem for good, Error where it may be tried again */
function requireGood(answer: Response, what: string): void {
  if (passing.has(answer.status)) throw new Error(`${what}: ${answer.status}`);
  if (!answer.ok) throw new FileProblem(`${what}: ${answer.status}`);
}

/** Fetches a file of a repository into the workspace, as far as the author may read it. @throws FileProblem */
export async function fetchFile(place: Place, { from, to }: Transfer): Promise<void> {
  const target = findInside(place.workspace, to);
  await mkdir(dirname(target), { recursive: true });
  await insist(place, async () => {
    const answer = await ask(place, getAddress(place.url, from), {});
    requireGood(answer, from);
    await pipeline(Readable.fromWeb((answer.body ?? new ReadableStream()) as never), createWriteStream(target));
  });
}

/**
 * Publishes a file of the workspace, as far as the author may. The command has ended by then, but what it left there may lead elsewhere:
 * only a file that lies in the workspace itself is read. @throws FileProblem
 */
export async function publishFile(place: Place, { from, to }: Transfer): Promise<void> {
  const named = findInside(place.workspace, from);
  const file = await realpath(named).catch(() => undefined);
  if (file === undefined) throw new FileProblem(`${from}: there is no such file`);
  const found = await stat(file);
  if (!file.startsWith((await realpath(place.workspace)) + sep) || !found.isFile()) throw new FileProblem(`${from}: it is no file of the workspace`);
  const target = to.endsWith('/') ? `${to}${from.split('/').at(-1)}` : to;
  await insist(place, async () => {
    const body = Readable.toWeb(createReadStream(file)) as never;
    const answer = await ask(place, getAddress(place.url, target), { method: 'PUT', body, duplex: 'half' } as RequestInit);
    await answer.arrayBuffer();
    requireGood(answer, `${from} (${target})`);
  });
}
