import { access, constants, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ping } from '@packhouse/contract/shell/system-routes.ts';
import type { Config } from '@packhouse/kernel/config.ts';
import { getHolder } from '../home-lock.ts';
import { bad, type Finding, good, readWords, warning } from './finding.ts';

const gibibyte = 1024 ** 3;

/** The home directory and the keys in it. */
export async function checkHome({ home }: Config): Promise<Finding[]> {
  try {
    await mkdir(home, { recursive: true });
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [
      bad(
        `${home} cannot be written: ${readWords(error)}`,
        'Make the directory writable for the account that runs Packhouse, or set PACKHOUSE_HOME to another one.',
      ),
    ];
  }
  const findings = [good(`${home} can be written`)];
  const keys = join(home, 'keys');
  for (const name of await readdir(keys).catch(() => [])) {
    const { mode } = await stat(join(keys, name));
    if ((mode & 0o077) !== 0) findings.push(warning(`${join(keys, name)} can be read by others`, `chmod 600 ${join(keys, name)}`));
  }
  return findings;
}

export async function checkDisk({ home }: Config): Promise<Finding[]> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(home);
  const free = bavail * bsize;
  const text = `${(free / gibibyte).toFixed(1)} GiB free of ${((blocks * bsize) / gibibyte).toFixed(1)} GiB`;
  const mend = 'Make room: run the cleanup of unused blobs, or move the home directory to a larger disk.';
  if (files > 0 && ffree / files < 0.02) return [bad('hardly any inodes are free', mend)];
  if (free < gibibyte) return [bad(text, mend)];
  return [free / (blocks * bsize) < 0.1 ? warning(text, mend) : good(text)];
}

function takes(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

export async function checkPort({ home, port, host }: Config): Promise<Finding[]> {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  if (port === 0) return [good('a free port is chosen at each start')];
  if (!(await takes(port, local))) return [good(`port ${port} is free`)];
  const answer = await fetch(`http://${local.includes(':') ? `[${local}]` : local}:${port}${ping.url}`, { signal: AbortSignal.timeout(3000) }).catch(
    () => undefined,
  );
  const reply = answer?.ok ? ping.reply.safeParse(await answer.json().catch(() => undefined)) : undefined;
  if (reply?.success) {
    const holder = await getHolder(home);
    return [good(holder ? `Packhouse ${reply.data.version} (process ${holder.pid}) answers on port ${port}` : `another Packhouse answers on port ${port}`)];
  }
  return [bad(`port ${port} is taken by another program`, 'Stop that program, or set PACKHOUSE_PORT to another port.')];
}
