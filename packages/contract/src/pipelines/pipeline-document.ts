// What the YAML document of a pipeline may say. Lines and columns are found where it is read.
import { z } from 'zod';
import { pipelineRules } from './pipeline-rule-words.ts';

/** Names of pipelines and of steps. */
const PipelineName = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, pipelineRules.pipeline_name_characters.en);
const StepId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, pipelineRules.pipeline_name_characters.en);

const Text = z.string().min(1).max(1000);
const Names = z.array(z.string().min(1).max(200)).max(50);
const Duration = z.string().regex(/^[1-9]\d{0,4}[smhd]$/, pipelineRules.pipeline_duration.en);
/** With a look-up in it, what it stands for is known only when the step is done. */
const written = (pattern: RegExp, said: string) => Text.refine((text) => text.includes('${') || pattern.test(text), said);
const BuildReference = written(/^.+\/[^/]+$/, pipelineRules.pipeline_build_reference.en);
const Place = written(/^[^/]+\/.+$/, pipelineRules.pipeline_place.en);
const Properties = z.record(z.string().min(1).max(255), z.union([Text, z.array(Text).min(1).max(100)]));
const Variables = z.record(z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/), z.coerce.string().max(1000));

/** A runner is chosen by a label of it, or by its name. */
export const RunnerLabel = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, pipelineRules.pipeline_runner_label.en);
/** Names of secrets, as steps write them. */
export const SecretName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, pipelineRules.pipeline_runner_label.en);
const EnvironmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, pipelineRules.pipeline_env_name.en);
/** A file in the folder that a command works in: nothing outside of it. */
const PathInWorkspace = written(/^(?!\/)(?!(.*\/)?\.\.(\/|$)).*[^/]$/, pipelineRules.pipeline_workspace_path.en);

const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Seconds of a duration of a document, which its schema has looked at. */
export function getSeconds(duration: string): number {
  return Number(duration.slice(0, -1)) * secondsOf[duration.at(-1) as keyof typeof secondsOf];
}

/** Events that start pipelines, with the filters that each takes and the look-ups that it gives values to. */
export const pipelineEvents = {
  'build.uploaded': { filters: ['builds'], gives: ['build.name', 'build.number'] },
  'build.promoted': { filters: ['builds', 'statuses'], gives: ['build.name', 'build.number', 'build.status'] },
  'artifact.deployed': { filters: ['repositories', 'paths'], gives: ['artifact.repository', 'artifact.path'] },
  'artifact.copied': { filters: ['repositories', 'paths'], gives: ['artifact.repository', 'artifact.path'] },
  'artifact.moved': { filters: ['repositories', 'paths'], gives: ['artifact.repository', 'artifact.path'] },
  'image.promoted': { filters: ['repositories', 'paths'], gives: ['artifact.repository', 'artifact.path'] },
  'scan.finished': { filters: ['repositories', 'paths'], gives: ['artifact.repository', 'artifact.path'] },
  'release-bundle.signed': { filters: ['bundles'], gives: ['bundle.name', 'bundle.version'] },
  'release-bundle.promoted': { filters: ['bundles'], gives: ['bundle.name', 'bundle.version'] },
} as const;
export type PipelineEvent = keyof typeof pipelineEvents;
const pipelineEventNames = Object.keys(pipelineEvents) as [PipelineEvent, ...PipelineEvent[]];

/** Look-ups that every run gives values to. */
export const commonLookups = ['pipeline.name', 'run.number', 'run.by'] as const;

const EventTrigger = z
  .strictObject({
    event: z.enum(pipelineEventNames),
    builds: Names.optional(),
    statuses: Names.optional(),
    repositories: Names.optional(),
    paths: Names.optional(),
    bundles: Names.optional(),
  })
  .superRefine(({ event, ...filters }, problem) => {
    const fitting: readonly string[] = pipelineEvents[event].filters;
    for (const filter of Object.keys(filters))
      if (!fitting.includes(filter)) problem.addIssue({ code: 'custom', path: [filter], message: pipelineRules.pipeline_event_filter.en });
  });
const CronTrigger = z.strictObject({ cron: Text, zone: z.string().max(60).default('UTC') });
/** People who may start it beside its author and administrators. */
const ManualTrigger = z.strictObject({ manual: z.strictObject({ users: Names.default([]), groups: Names.default([]) }) });

/** Each way of starting by the word that tells it. */
export const triggerSchemas = { event: EventTrigger, cron: CronTrigger, manual: ManualTrigger } as const;
export const plainTriggers = ['manual', 'hook'] as const;

export type EventTrigger = z.output<typeof EventTrigger>;
export type CronTrigger = z.output<typeof CronTrigger>;
export type ManualTrigger = z.output<typeof ManualTrigger>;
export type Trigger = EventTrigger | CronTrigger | ManualTrigger | (typeof plainTriggers)[number];

const base = { id: StepId, needs: z.array(StepId).max(50).optional() };
const subject = { build: BuildReference.optional(), artifact: Place.optional(), project: z.string().max(64).default('') };
const hasOneSubject = ({ build, artifact }: { build?: string | undefined; artifact?: string | undefined }) =>
  (build === undefined) !== (artifact === undefined);

/** Settings of the steps by their type. */
export const stepSchemas = {
  'wait-for-scan': z
    .strictObject({ ...base, type: z.literal('wait-for-scan'), ...subject, timeout: Duration.default('30m') })
    .refine(hasOneSubject, pipelineRules.pipeline_subject.en),
  policy: z
    .strictObject({ ...base, type: z.literal('policy'), ...subject, watches: Names.default([]), 'fail-on': z.enum(['block', 'any']).default('block') })
    .refine(hasOneSubject, pipelineRules.pipeline_subject.en),
  approval: z
    .strictObject({
      ...base,
      type: z.literal('approval'),
      users: Names.default([]),
      groups: Names.default([]),
      expires: Duration.default('7d'),
      question: z.string().max(500).default(''),
    })
    .refine(({ users, groups }) => users.length + groups.length > 0, pipelineRules.pipeline_who_approves.en),
  'promote-build': z.strictObject({
    ...base,
    type: z.literal('promote-build'),
    build: BuildReference.default(`\${build.name}/\${build.number}`),
    project: z.string().max(64).default(''),
    to: Text,
    from: Text.optional(),
    copy: z.boolean().default(true),
    status: Text.default('promoted'),
    properties: Properties.default({}),
  }),
  copy: z.strictObject({ ...base, type: z.literal('copy'), from: Place, to: Place }),
  move: z.strictObject({ ...base, type: z.literal('move'), from: Place, to: Place }),
  'set-properties': z.strictObject({
    ...base,
    type: z.literal('set-properties'),
    path: Place,
    properties: Properties.refine((properties) => Object.keys(properties).length > 0),
    recursive: z.boolean().default(false),
  }),
  'release-bundle': z
    .strictObject({
      ...base,
      type: z.literal('release-bundle'),
      name: Text,
      version: Text,
      build: BuildReference.optional(),
      project: z.string().max(64).default(''),
      paths: z.array(Place).max(100).optional(),
      sign: z.boolean().default(true),
    })
    .refine(({ build, paths }) => (build === undefined) !== (paths === undefined), pipelineRules.pipeline_bundle_source.en),
  distribute: z.strictObject({
    ...base,
    type: z.literal('distribute'),
    name: Text,
    version: Text,
    targets: Names.min(1),
    'create-repositories': z.boolean().default(false),
  }),
  cleanup: z.strictObject({ ...base, type: z.literal('cleanup'), policy: Text }),
  webhook: z.strictObject({ ...base, type: z.literal('webhook'), url: Text, body: z.record(z.string(), Text).default({}) }),
  run: z.strictObject({
    ...base,
    type: z.literal('run'),
    runner: RunnerLabel,
    /** Looks nothing up: what it has to know comes in as `env`, so that no name of a build can become a command. */
    script: z.string().min(1).max(20_000),
    env: z.record(EnvironmentName, z.coerce.string().max(1000)).default({}),
    /** Variables that are given the value of a secret, by its name. */
    secrets: z.record(EnvironmentName, SecretName).default({}),
    checkout: z
      .array(z.strictObject({ from: Place, to: PathInWorkspace }))
      .max(50)
      .default([]),
    publish: z
      .array(z.strictObject({ from: PathInWorkspace, to: Place }))
      .max(50)
      .default([]),
    network: z.boolean().default(false),
    timeout: Duration.default('10m'),
    /** Megabytes. */
    memory: z.int().min(64).max(65_536).default(1024),
    /** Megabytes that its folder may hold; a runner may allow less. */
    disk: z.int().min(16).max(1_048_576).default(4096),
    /** Times that it is begun again when it failed, or when its runner was lost. */
    retry: z.int().min(0).max(3).default(0),
  }),
  trigger: z.strictObject({ ...base, type: z.literal('trigger'), pipeline: Text, variables: Variables.default({}) }),
} as const;
export type StepTypeName = keyof typeof stepSchemas;
export const stepTypeNames = Object.keys(stepSchemas) as [StepTypeName, ...StepTypeName[]];
export type StepConfig<Type extends StepTypeName = StepTypeName> = z.output<(typeof stepSchemas)[Type]>;

/** What stands around triggers and steps, which are looked at one by one. */
export const DocumentFrame = z.strictObject({
  name: PipelineName,
  description: z.string().max(500).default(''),
  on: z.array(z.unknown()).min(1).max(20),
  /** Values of `${…}`, which whoever starts a run may replace. */
  variables: Variables.default({}),
  /** One run of a group at a time; others wait in their order. */
  concurrency: z.strictObject({ group: Text, 'when-busy': z.literal('queue').default('queue') }).optional(),
  steps: z.array(z.unknown()).min(1).max(100),
});

/** A document that was read. */
export interface PipelineDocument extends Omit<z.output<typeof DocumentFrame>, 'on' | 'steps'> {
  on: readonly Trigger[];
  steps: readonly (StepConfig & { needs: readonly string[] })[];
}

/** Characters of a document at most. */
export const longestDocument = 65_536;
