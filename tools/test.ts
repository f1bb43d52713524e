import { existsSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { makeRunFolder } from './runners/leftovers.ts';
import { patience } from './runners/limits.ts';
import { type Progress, progressVariable, readProgress, type Tally } from './runners/progress.ts';
import { runProgram } from './runners/run-program.ts';
import { addTallies, judge } from './runners/tally.ts';

interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /** It tells of each test; any other stage counts as one, done or failed. */
  readonly hasTests: boolean;
}

const step = (name: string, ...command: string[]): Stage => ({ name, command, hasTests: false });
const tests = (name: string, ...command: string[]): Stage => ({ name, command, hasTests: true });

/** Every test needs these: programs of clients, and the console and the server as users get them. */
const preparation: readonly Stage[] = [
  step('setup', 'node', 'tools/clients.ts'),
  step('build', 'node', 'tools/build-console.ts'),
  step('server', 'node', 'tools/build-server.ts'),
];

/** What computes, and what waits for other programs most of the time: beside each other they leave no core without work. */
const lanes: readonly (readonly Stage[])[] = [
  [
    step('check', 'node', 'tools/check.ts'),
    tests('unit', 'vitest', 'run', '--project', 'unit', '--project', 'alone'),
    tests('component', 'vitest', 'run', '--project', 'component', '--project', 'shell'),
  ],
  [tests('clients', 'vitest', 'run', '--project', 'clients'), tests('console', 'playwright', 'test', '--config', 'e2e/playwright.config.ts')],
];

const stages = [...preparation, ...lanes.flat()];

/** Below these a second lane would only take memory and time from the first: a lane keeps two cores busy for much of its time. */
const forTwoLanes = { cores: 4, bytes: 12 * 2 ** 30 };

function selectStages(names: readonly string[]): (stage: Stage) => boolean {
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) throw new Error(`no such stage: ${unknown.join(' ')}; there are: ${stages.map(({ name }) => name).join(' ')}`);
  return ({ name }) => names.length === 0 || names.includes(name);
}

interface StageEnd {
  readonly name: string;
  readonly tally: Tally;
  readonly unfinished: readonly string[];
  readonly failed: readonly string[];
  readonly lastLines: readonly string[];
}

/** Runs a stage to its end; whatever it started has ended when it returns. */
async function runStage({ name, command, hasTests }: Stage): Promise<StageEnd> {
  console.log(`\ntest: ${name}`);
  const started = performance.now();
  const folder = makeRunFolder();
  const report = join(folder.path, 'progress.jsonl');
  const [program = '', ...parameters] = command;
  const { exitCode, lastLines } = await runProgram({
    program,
    parameters,
    patience,
    env: { ...folder.env, ...(hasTests && { [progressVariable]: report }) },
    ...(hasTests && { signOfLife: () => (existsSync(report) ? statSync(report).size : 0) }),
  });
  const {
    tally: told,
    unfinished,
    failed,
  } = hasTests ? readReport(report) : { tally: { passed: exitCode === 0 ? 1 : 0, failed: 0 }, unfinished: [], failed: [] };
  await folder.clear();
  const tally = judge(told, exitCode);
  console.log(`test: ${name}: ${tally.passed} good, ${tally.failed} failed (${Math.round((performance.now() - started) / 1000)} s)`);
  for (const place of unfinished) console.log(`test: ${name}: not finished: ${place}`);
  return { name, tally, unfinished, failed, lastLines };
}

function readReport(report: string): Progress {
  return readProgress(existsSync(report) ? readFileSync(report, 'utf8') : '');
}

/** Runs stages one after the other. */
async function runLane(lane: readonly Stage[]): Promise<readonly StageEnd[]> {
  const ends: StageEnd[] = [];
  for (const stage of lane) ends.push(await runStage(stage));
  return ends;
}

async function runStages(isWanted: (stage: Stage) => boolean): Promise<readonly StageEnd[]> {
  const prepared = await runLane(preparation.filter(isWanted));
  const wanted = lanes.map((lane) => lane.filter(isWanted));
  const hasRoom = availableParallelism() >= forTwoLanes.cores && totalmem() >= forTwoLanes.bytes;
  const ends = hasRoom ? (await Promise.all(wanted.map(runLane))).flat() : await runLane(wanted.flat());
  return [...prepared, ...ends];
}

async function main(): Promise<void> {
  const ends = await runStages(selectStages(process.argv.slice(2)));
  const { passed, failed } = addTallies(ends.map(({ tally }) => tally));
  const bad = ends.filter(({ tally }) => tally.failed > 0);
  // Said again at the end, because that is what is kept of a long run.
  for (const { name, lastLines, unfinished, failed } of bad) {
    console.log(`\ntest: ${name} failed; it printed last:\n${lastLines.join('\n')}`);
    for (const place of failed) console.log(`test: ${name}: failed: ${place}`);
    for (const place of unfinished) console.log(`test: ${name}: not finished: ${place}`);
  }
  console.log(`\n${bad.length === 0 ? 'test: every stage is good' : `test: failed stages: ${bad.map(({ name }) => name).join(', ')}`}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
