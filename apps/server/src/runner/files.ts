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

const ask = ({ token, signal }: Place, address: URL, init: RequestInit) =>
  fetch(address, { ...init, redirect: 'error', signal, headers: { authorization: `Bearer ${token}` } });

/** Fetches a file of a repository into the workspace, as far as the author may read it. @throws FileProblem */
export async function fetchFile(place: Place, { from, to }: Transfer): Promise<void> {
  const target = findInside(place.workspace, to);
  const answer = await ask(place, getAddress(place.url, from), {});
  if (!answer.ok || !answer.body) throw new FileProblem(`${from}: ${answer.status}`);
  await mkdir(dirname(target), { recursive: true });
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(target, { flags: 'wx' }));
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
  const body = Readable.toWeb(createReadStream(file)) as never;
  const answer = await ask(place, getAddress(place.url, target), { method: 'PUT', body, duplex: 'half' } as RequestInit);
  await answer.arrayBuffer();
  if (!answer.ok) throw new FileProblem(`${from} (${target}): ${answer.status}`);
}
