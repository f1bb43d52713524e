import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findErrors } from '../clients/require-quiet-logs.ts';
import { countFailed, createRepository, newTally, pushImage, readBack, type Tally, uploadFile } from './soak-clients.ts';
import { SoakPlatform, type Victim, victims } from './soak-platform.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, every: { type: 'string', default: '60' } } });
const length = Number(values.minutes) * 60_000;
const between = Number(values.every) * 1000;
const clients = 4;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Uploads, pushes and reads in turns until told to stop. */
async function work(platform: SoakPlatform, name: number, known: Map<string, string>, tally: Tally, end: AbortSignal): Promise<void> {
  for (let count = 0; !end.aborted; count++) {
    const pick = () => platform.nodes[Math.floor(Math.random() * platform.nodes.length)]!.url;
    const failed = countFailed(tally);
    if (count % 3 === 0) await pushImage(tally, pick, `c${name}-${count}`, known);
    else await uploadFile(tally, pick, `${name}/${count}.bin`, known);
    const [address, expected] = [...known][Math.floor(Math.random() * known.size)] ?? [];
    if (address && expected) await readBack(tally, pick(), address, expected);
    if (countFailed(tally) > failed) await setTimeout(100);
  }
}

async function killInTurns(platform: SoakPlatform, end: AbortSignal): Promise<Map<Victim, number>> {
  const killed = new Map<Victim, number>();
  for (let count = 0; ; count++) {
    await setTimeout(between, undefined, { signal: end }).catch(() => undefined);
    if (end.aborted) return killed;
    const victim = victims[count % victims.length]!;
    say(`${new Date().toISOString()} kill ${victim}`);
    await platform.kill(victim, Math.floor(count / victims.length));
    killed.set(victim, (killed.get(victim) ?? 0) + 1);
  }
}

/** Reads everything that was acknowledged from each node; answers what neither gives in several tries. */
async function compare(platform: SoakPlatform, known: ReadonlyMap<string, string>, tally: Tally): Promise<string[]> {
  const lost: string[] = [];
  for (const { url } of platform.nodes) {
    for (const [address, expected] of known) {
      let isThere = false;
      for (let attempt = 0; attempt < 5 && !isThere; attempt++) {
        if (attempt > 0) await setTimeout(1000);
        isThere = await readBack(tally, url, address, expected);
      }
      if (!isThere) lost.push(`${url}/${address}`);
    }
  }
  return lost;
}

/** Answers that hide a failure name their request. */
const isOfRequest = (line: string, odd: readonly string[]) => {
  const id = /"(?:reqId|requestId|request)":"([^"]+)"/.exec(line)?.[1];
  return id !== undefined && odd.some((one) => one.includes(id));
};

/** Mixed clients over two nodes while their parts are killed; at the end everything acknowledged is there, byte for byte, or this ends with 1. */
async function soak(): Promise<void> {
  const platform = await SoakPlatform.make();
  // Nodes that are still starting end with this process; the database and the folder of the run would stay.
  const endEarly = () => void platform.stop().finally(() => process.exit(143));
  process.once('SIGINT', endEarly).once('SIGTERM', endEarly);
  try {
    await platform.start();
    await createRepository(platform.nodes[0]!.url, 'files', 'generic');
    await createRepository(platform.nodes[0]!.url, 'images', 'docker');
    const known = new Map<string, string>();
    const [tally, last] = [newTally(), newTally()];
    const end = AbortSignal.timeout(length);
    const working = Array.from({ length: clients }, (_, name) => work(platform, name, known, tally, end));
    const killed = await killInTurns(platform, end);
    await Promise.all(working);
    const lost = await compare(platform, known, last);
    const failed = [...tally.failed].map(([kind, count]) => `${kind} ${count}`).join(', ');
    say(`killed: ${[...killed].map(([victim, count]) => `${victim} ${count}`).join(', ')}`);
    say(`calls: ${tally.sent} sent, not answered well: ${failed || 'none'}; the slowest took ${(tally.slowest / 1000).toFixed(1)} s`);
    say(`acknowledged: ${tally.acknowledged}; compared on each of ${platform.nodes.length} nodes: ${known.size}`);
    const [wrong, odd] = [
      [...tally.wrong, ...last.wrong],
      [...tally.odd, ...last.odd],
    ];
    for (const one of odd) say(`ODD   ${one}`);
    if (odd.length > 0)
      for (const { home } of platform.nodes) for (const line of await findErrors(home)) if (isOfRequest(line, odd)) say(`LOG   ${line.slice(0, 1500)}`);
    for (const one of lost) say(`LOST  ${one}`);
    for (const one of wrong) say(`WRONG ${one}`);
    say(`lost: ${lost.length}, wrong: ${wrong.length}, odd answers: ${odd.length}`);
    process.exitCode = lost.length + wrong.length === 0 ? 0 : 1;
  } finally {
    await platform.stop();
  }
}

await soak();
