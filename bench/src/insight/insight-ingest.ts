import { setTimeout } from 'node:timers/promises';
import { startCounting } from '@packhouse/testkit/start-counting.ts';
import pg from 'pg';
import { familyProcessorTime } from '../../../tools/serve/process-family.ts';
import type { PackhouseProcess } from '../../../tools/serve/start-packhouse.ts';
import { type Figure, spellMilliseconds } from '../load/write-table.ts';

/** Events a second that a platform may be asked to count, and how many repositories are busy within a minute. */
const perSecond = 2000;
const busy = 300;
/** A moment in which some of them come together, in milliseconds. */
const moment = 50;
const idleLength = 15;
/** What clients call themselves. */
const agents = ['npm/10.9.0 node/v24.0.0 linux x64', 'pip/25.0 {"ci":true}', 'docker/28.0.1 go/go1.23.6', 'Apache-Maven/3.9.9 (Java 21)', 'in-house/1.0'];
/** Events that are counted as quickly as it goes, to see how many there could be. */
const atOnce = 2_000_000;

/** Milliseconds of processor time that this process has taken. */
const ownTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Processor time a second, of this process and of the platform with its database, while something goes on for so many seconds. */
async function measure(pid: number, seconds: number, run: () => Promise<void>): Promise<{ own: number; platform: number }> {
  const [own, platform] = [ownTime(), familyProcessorTime(pid)];
  await run();
  return { own: (ownTime() - own) / seconds, platform: (familyProcessorTime(pid) - platform) / seconds };
}

/** Calls that the database knows of, of all repositories together. */
async function readWritten(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number | null }>(`
      select sum(value) as count from insight.point_5m where series = (select id from insight.series where metric = 'requests' and labels = '{}')`);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Counts at the full rate, as one more process of the platform: what is counted is written down each minute and at the end.
 * It is the platform's database that is written into.
 */
export async function measureIngest(database: string, { home, pid }: PackhouseProcess, length: number): Promise<Figure[]> {
  const before = await readWritten(database);
  const { insight, stop } = await startCounting(database, home);
  const repositories = Array.from({ length: busy }, (_, at) => ({ key: `bench-${at + 1}`, format: 'npm' }));
  let event = 0;
  const count = () => {
    // Few repositories have most of what happens.
    const repository = repositories[Math.floor(busy * ((event * 0.618) % 1) ** 3)]!;
    const caller = { user: `user-${event % 700}`, address: `10.0.${event % 7}.${event % 250}`, agent: agents[event % agents.length] };
    insight.countCall({ repository, status: event % 50 === 0 ? 404 : 200, received: 300, sent: 40_000, isDownload: true, caller });
    if (event % 3 === 0) insight.countCache(repository, event % 9 !== 0, 40_000);
    event++;
  };
  const idle = await measure(pid, idleLength, () => setTimeout(idleLength * 1000));
  const counted = await measure(pid, length, async () => {
    const from = performance.now();
    for (let passed = 0; passed < length * 1000; passed = performance.now() - from) {
      while (event < (passed / 1000) * perSecond) count();
      await setTimeout(moment);
    }
    while (event < length * perSecond) count();
  });
  const asked = event;
  const from = ownTime();
  while (event < asked + atOnce) count();
  const most = atOnce / ((ownTime() - from) / 1000);
  await stop();
  const written = (await readWritten(database)) - before - atOnce;
  return [
    [
      `Events a second that were counted and written down, of ${perSecond.toLocaleString('en')} for ${length} s`,
      (written / length).toFixed(0),
      `≥ ${perSecond}`,
    ],
    ['Events that a second of processor time is enough to count', Math.round(most).toLocaleString('en'), '–'],
    [
      `Processor time a second for counting ${perSecond.toLocaleString('en')} events and writing them down once a minute, of the process`,
      spellMilliseconds(counted.own - idle.own),
      '≤ 10 ms',
    ],
    ['The same, of the platform with its database, more than without', spellMilliseconds(Math.max(0, counted.platform - idle.platform)), '≤ 10 ms'],
  ];
}

/** Reads again and again; answers the times of the clock, and the processor time of the platform for each. */
export async function measureReads(read: () => Promise<unknown>, pid: number, reads: number): Promise<{ times: number[]; processor: number }> {
  const times: number[] = [];
  await read();
  const before = familyProcessorTime(pid);
  for (let number = 0; number < reads; number++) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  return { times, processor: (familyProcessorTime(pid) - before) / reads };
}
