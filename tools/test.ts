import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './runners/run-program.ts';
import { addTallies, judge, readPlaywrightReport, readVitestReport, type Tally } from './runners/tally.ts';

interface Stage {
  readonly name: string;
  readonly minutes: number;
  /** The command; a runner writes its report to the file given. */
  readonly command: (report: string) => readonly string[];
  /** Stages without a report count as one: done or failed. */
  readonly read?: (text: string) => Tally;
}

const vitest = (...parameters: string[]) => ({
  command: (report: string) => ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...parameters],
  read: readVitestReport,
});

const stages: readonly Stage[] = [
  { name: 'setup', minutes: 30, command: () => ['node', 'tools/clients.ts'] },
  { name: 'check', minutes: 6, command: () => ['node', 'tools/check.ts'] },
  { name: 'build', minutes: 8, command: () => ['npm', 'run', '--silent', 'build'] },
  { name: 'unit', minutes: 20, ...vitest('--project', 'unit') },
  { name: 'component', minutes: 12, ...vitest('--project', 'component') },
  { name: 'clients', minutes: 35, ...vitest('--project', 'clients') },
  {
    name: 'console',
    minutes: 15,
    command: (report) => [
      'env',
      `PLAYWRIGHT_JSON_OUTPUT_NAME=${report}`,
      'playwright',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--reporter',
      'list,json',
    ],
    read: readPlaywrightReport,
  },
];

function selectStages(names: readonly string[]): readonly Stage[] {
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) throw new Error(`no such stage: ${unknown.join(' ')}; there are: ${stages.map(({ name }) => name).join(' ')}`);
  return names.length === 0 ? stages : stages.filter(({ name }) => names.includes(name));
}

interface StageEnd {
  readonly name: string;
  readonly tally: Tally;
  readonly lastLines: readonly string[];
}

async function runStage(stage: Stage, folder: string): Promise<StageEnd> {
  console.log(`\ntest: ${stage.name}`);
  const started = performance.now();
  const report = join(folder, `${stage.name}.json`);
  const [program = '', ...parameters] = stage.command(report);
  const { exitCode, lastLines } = await runProgram(program, parameters, stage.minutes);
  const tally = stage.read ? judge(readTally(report, stage.read), exitCode) : judge({ passed: exitCode === 0 ? 1 : 0, failed: 0 }, exitCode);
  console.log(`test: ${stage.name}: ${tally.passed} good, ${tally.failed} failed (${Math.round((performance.now() - started) / 1000)} s)`);
  return { name: stage.name, tally, lastLines };
}

function readTally(report: string, read: (text: string) => Tally): Tally | undefined {
  try {
    return read(readFileSync(report, 'utf8'));
  } catch (error) {
    console.log(`test: no report: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'packhouse-test-'));
  const ends: StageEnd[] = [];
  for (const stage of selectStages(process.argv.slice(2))) ends.push(await runStage(stage, folder));
  rmSync(folder, { recursive: true, force: true });
  const { passed, failed } = addTallies(ends.map(({ tally }) => tally));
  const bad = ends.filter(({ tally }) => tally.failed > 0);
  // Said again at the end, because that is what is kept of a long run.
  for (const { name, lastLines } of bad) console.log(`\ntest: ${name} failed; it printed last:\n${lastLines.join('\n')}`);
  console.log(`\n${bad.length === 0 ? 'test: every stage is good' : `test: failed stages: ${bad.map(({ name }) => name).join(', ')}`}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
