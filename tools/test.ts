import { existsSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { makeRunFolder } from './runners/leftovers.ts';
import { patience } from './runners/limits.ts';
import { watchProcessors } from './runners/processor-use.ts';
import { againVariable, type Progress, progressVariable, readProgress, type Tally } from './runners/progress.ts';
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

/** A machine that others share may stand still for a while: files that fail are run once more. Where more than these fail, it is no mood of the machine. */
const mostAgain = 10;

interface StageEnd {
  readonly name: string;
  readonly tally: Tally;
  readonly unfinished: readonly string[];
  readonly failed: readonly string[];
  /** Files that were run once more. */
  readonly again: readonly string[];
  readonly lastLines: readonly string[];
}

/** Runs a stage to its end; whatever it started has ended when it returns. */
async function runStage({ name, command, hasTests }: Stage): Promise<StageEnd> {
  console.log(`\ntest: ${name}`);
  const started = performance.now();
  const readUse = watchProcessors();
  const folder = makeRunFolder();
  const report = join(folder.path, 'progress.jsonl');
  const [program = '', ...parameters] = command;
  const run = (files: readonly string[]) =>
    runProgram({
      program,
      parameters: [...parameters, ...files],
      patience,
      env: { ...folder.env, ...(hasTests && { [progressVariable]: report }), ...(files.length > 0 && { [againVariable]: 'yes' }) },
      ...(hasTests && { signOfLife: () => (existsSync(report) ? statSync(report).size : 0) }),
    });
  let end = await run([]);
  const again = hasTests ? readReport(report).files : [];
  if (again.length > 0 && again.length <= mostAgain) {
    console.log(`\ntest: ${name}: once more, whole and by themselves: ${again.join(' ')}`);
    end = await run(again);
  }
  const { exitCode, lastLines } = end;
  const { tally: told, unfinished, failed } = hasTests ? readReport(report) : { ...nothing, tally: { passed: exitCode === 0 ? 1 : 0, failed: 0 } };
  await folder.clear();
  const tally = judge(told, exitCode);
  console.log(
    `test: ${name}: ${tally.passed} good, ${tally.failed} failed (${Math.round((performance.now() - started) / 1000)} s, processors used to ${readUse()} %)`,
  );
  for (const place of unfinished) console.log(`test: ${name}: not finished: ${place}`);
  return { name, tally, unfinished, failed, again, lastLines };
}

const nothing = readProgress('');

function readReport(report: string): Progress {
  return existsSync(report) ? readProgress(readFileSync(report, 'utf8')) : nothing;
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
  for (const { name, again } of ends) if (again.length > 0) console.log(`test: ${name}: run once more: ${again.join(' ')}`);
  console.log(`\n${bad.length === 0 ? 'test: every stage is good' : `test: failed stages: ${bad.map(({ name }) => name).join(', ')}`}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
