// Runners: programs outside of the server that run the commands of pipelines. Administrators register them; they ask for work themselves.
import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { RunnerLabel } from './pipeline-document.ts';

const base = `${prefixes.consolePipelines}/runners`;
const protocol = `${prefixes.pipelines}/api/v1/runner`;

/** A runner brings its token in this header with every call. */
export const runnerHeader = 'x-packhouse-runner-token';

/** What runner and server hold each other to, in lines, characters and seconds. */
export const runnerLimits = {
  /** Lines of one step that are kept; what a command says beyond them is not. */
  lines: 10_000,
  lineLength: 2000,
  linesAtOnce: 500,
  /** The server answers a question for work after this at the latest. */
  poll: 25,
  /** A step that was handed out is given to another runner unless it is begun within this. */
  offer: 15,
  /** A step is held for this, and longer with every word from its runner. */
  lease: 60,
  /** A runner that could not hold a step for this ends it: before anybody else may begin it. */
  silence: 40,
  /** A runner says this often that it goes on, and learns whether it should. */
  hold: 4,
} as const;

export const RunnerInput = z.strictObject({
  name: RunnerLabel,
  labels: z.array(RunnerLabel).max(20).default([]),
  /** Only steps whose authors are in one of these go there; everybody's when empty. */
  groups: z.array(z.string().min(1).max(200)).max(50).default([]),
});

export const Runner = z.object({
  name: z.string(),
  labels: z.array(z.string()),
  groups: z.array(z.string()),
  /** It lets commands use the network. */
  network: z.boolean(),
  version: z.string(),
  isOnline: z.boolean(),
  lastSeenAt: Timestamp.optional(),
  createdBy: z.string(),
  createdAt: Timestamp,
  /** The steps that it does now. */
  running: z.array(z.object({ pipeline: z.string(), number: z.int(), step: z.string() })),
});
export type Runner = z.output<typeof Runner>;

export const listRunners = route('listRunners', {
  summary: 'The runners that are registered, by name, with what each does now',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: z.object({ items: z.array(Runner) }),
});

export const registerRunner = route('registerRunner', {
  summary: 'Register a runner; the token that it signs in with is told this once',
  method: 'POST',
  url: base,
  access: 'administrator',
  body: RunnerInput,
  reply: z.object({ runner: Runner, token: z.string() }),
  status: 201,
});

export const revokeRunner = route('revokeRunner', {
  summary: 'Revoke a runner: its token is worth nothing from now on, and what it does is given up',
  method: 'DELETE',
  url: `${base}/:name`,
  access: 'administrator',
  params: z.object({ name: z.string().min(1).max(100) }),
  reply: z.void(),
});

const Transfer = z.object({ from: z.string(), to: z.string() });

/** All that a runner is told of a step. */
export const RunnerWork = z.object({
  lease: z.uuid(),
  pipeline: z.string(),
  run: z.int(),
  step: z.string(),
  script: z.string(),
  env: z.record(z.string(), z.string()),
  /** Variables as well; what a command writes of their values never leaves the runner. */
  secrets: z.record(z.string(), z.string()).default({}),
  network: z.boolean(),
  /** Seconds. */
  timeout: z.int(),
  /** Megabytes. */
  memory: z.int(),
  /** Megabytes. */
  disk: z.int(),
  checkout: z.array(Transfer),
  publish: z.array(Transfer),
  /** Fetches and publishes files with the rights that the author has, and ends with the step. The command does not see it. */
  token: z.string(),
});
export type RunnerWork = z.output<typeof RunnerWork>;

const ByLease = z.object({ lease: z.uuid() });
/** False where the step was cancelled, or is somebody else's by now: the command has to be ended. */
const GoesOn = z.object({ goesOn: z.boolean() });

export const takeWork = route('takeRunnerWork', {
  summary: 'Ask for a step, as a runner; answered once there is one, or after a while',
  method: 'POST',
  url: `${protocol}/work`,
  access: 'public',
  asksNobody: true,
  body: z.strictObject({ version: z.string().max(50), network: z.boolean() }),
  reply: z.object({ work: RunnerWork.nullable() }),
});

export const holdStep = route('holdRunnerStep', {
  summary: 'Say, as a runner, that a step is begun or goes on',
  method: 'POST',
  url: `${protocol}/steps/:lease/hold`,
  access: 'public',
  asksNobody: true,
  params: ByLease,
  reply: GoesOn,
});

export const tellOutput = route('tellRunnerOutput', {
  summary: 'Hand over lines that a command wrote, by their numbers; the same ones again change nothing',
  method: 'POST',
  url: `${protocol}/steps/:lease/output`,
  access: 'public',
  asksNobody: true,
  params: ByLease,
  body: z.strictObject({
    first: z.int().min(0).max(runnerLimits.lines),
    lines: z.array(z.string().max(runnerLimits.lineLength)).max(runnerLimits.linesAtOnce),
  }),
  reply: GoesOn,
});

export const stepEndings = ['succeeded', 'exited', 'timeout', 'memory', 'disk', 'checkout', 'publish', 'sandbox', 'stopped'] as const;
export type StepEnding = (typeof stepEndings)[number];

export const endStep = route('endRunnerStep', {
  summary: 'Say, as a runner, how a step ended',
  method: 'POST',
  url: `${protocol}/steps/:lease/end`,
  access: 'public',
  asksNobody: true,
  params: ByLease,
  body: z.strictObject({
    ending: z.enum(stepEndings),
    /** Status of the command. */
    code: z.int().min(-1).max(255).default(0),
    /** Which file, and what was said of it. */
    detail: z.string().max(1000).default(''),
    /** It wrote more lines than are kept. */
    isCut: z.boolean().default(false),
  }),
  reply: z.object({ isKept: z.boolean() }),
});
