import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { runnerHeader, runnerLimits, takeWork } from '@packhouse/contract/pipelines/runner-routes.ts';
import { ConfigError } from '@packhouse/kernel/config.ts';
import { version } from '../version.ts';
import { runErrand } from './errand.ts';
import { openMemoryGroups } from './memory-groups.ts';
import { findSandboxProblem } from './sandbox.ts';

const usage = `packhouse runner --url https://packhouse.example.com --token-file /etc/packhouse/runner-token
  --url            where the platform is; or PACKHOUSE_URL
  --token-file     a file with the token that registering the runner showed; or PACKHOUSE_RUNNER_TOKEN
  --width          steps at a time; 1 unless said
  --allow-network  lets steps that ask for it use the network
  --tools          a further folder that commands see; may be said more than once
  --folder         where folders of steps are made; a temporary one unless said
  --disk           megabytes that the folder of a step may hold, whatever it asks for; 10240 unless said
  --allow-root     works as root, too: whatever got out of a sandbox would be root on this machine`;

const options = {
  url: { type: 'string' },
  'token-file': { type: 'string' },
  width: { type: 'string', default: '1' },
  'allow-network': { type: 'boolean', default: false },
  tools: { type: 'string', multiple: true, default: [] as string[] },
  folder: { type: 'string' },
  disk: { type: 'string', default: '10240' },
  'allow-root': { type: 'boolean', default: false },
} as const;

const mostWidth = 64;
const leastDisk = 16;
const second = 1000;

async function readOptions(parameters: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values } = (() => {
    try {
      return parseArgs({ args: [...parameters], options, strict: true });
    } catch (cause) {
      throw new ConfigError(`${(cause as Error).message}\n${usage}`);
    }
  })();
  const { url = environment.PACKHOUSE_URL, 'token-file': file } = values;
  const token = file === undefined ? environment.PACKHOUSE_RUNNER_TOKEN : await readFile(file, 'utf8');
  if (!url || !URL.canParse(url) || !token?.trim()) throw new ConfigError(usage);
  const width = /^\d{1,2}$/.test(values.width) ? Number(values.width) : 0;
  if (width < 1 || width > mostWidth) throw new ConfigError(`--width is a number from 1 to ${mostWidth}`);
  const disk = /^\d{2,7}$/.test(values.disk) ? Number(values.disk) : 0;
  if (disk < leastDisk) throw new ConfigError(`--disk is a number of megabytes from ${leastDisk}`);
  if (process.getuid?.() === 0 && !values['allow-root'])
    throw new ConfigError('A runner does not work as root: give it a user of its own, or say --allow-root where the machine is for nothing else');
  return { url, token: token.trim(), width, disk, allowNetwork: values['allow-network'], tools: values.tools, folder: values.folder };
}

interface Asking {
  call: Call;
  version: string;
  network: boolean;
  signal: AbortSignal;
  say: (line: string) => void;
}

/** The next step; undefined when there is none by now, or nobody answered. @throws ConfigError where the token is none */
async function ask({ call, version, network, signal, say }: Asking) {
  try {
    const limit = AbortSignal.timeout((runnerLimits.poll + 15) * second);
    const { work } = await call(takeWork, { body: { version, network } }, { signal: AbortSignal.any([signal, limit]) });
    return work ?? undefined;
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    if (status === 401) throw new ConfigError(`${message}: it was revoked, or is mistyped`);
    if (!signal.aborted) {
      say(`the platform does not answer (${message}); it is asked again`);
      await new Promise((resolve) => setTimeout(resolve, 2 * second));
    }
    return undefined;
  }
}

/** Stops when somebody asks for it; what runs is ended then. */
function watchSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}

/** Asks for steps of pipelines and runs their commands, each in a sandbox. Where none can be made it refuses to work. */
export async function runnerCommand(parameters: readonly string[], environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const { url, token, width, disk, allowNetwork, tools, folder: given } = await readOptions(parameters, environment);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  if (given) await mkdir(given, { recursive: true });
  const folder = await mkdtemp(join(given ?? tmpdir(), 'packhouse-runner-'));
  const signal = watchSignals();
  try {
    const problem = await findSandboxProblem(folder, tools);
    if (problem !== undefined) throw new ConfigError(`No sandbox can be made here, so no command is run: ${problem}`);
    const groups = await openMemoryGroups();
    const isAddedUp = typeof groups === 'string';
    say(isAddedUp ? `memory of commands is added up twice a second: ${groups}` : 'memory of commands is limited by control groups');
    const call = createClient({ baseUrl: new URL(url).origin, headers: () => ({ [runnerHeader]: token }) });
    const asking: Asking = { call, version, network: allowNetwork, signal, say };
    say(`ready, ${width} at a time`);
    const lane = async () => {
      while (!signal.aborted) {
        const work = await ask(asking);
        if (!work) continue;
        say(`${work.pipeline} #${work.run} ${work.step} begins`);
        await runErrand(work, { url, call, folder, allowNetwork, tools, disk, memoryGroups: isAddedUp ? undefined : groups, signal });
        say(`${work.pipeline} #${work.run} ${work.step} has ended`);
      }
    };
    await Promise.all(Array.from({ length: width }, lane));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
