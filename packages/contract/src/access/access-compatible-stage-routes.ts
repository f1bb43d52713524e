// Environments as the stages of a lifecycle, in the spelling of existing clients.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { EnvironmentCategory } from './access-environment-routes.ts';
import { EnvironmentName } from './access-project-names.ts';

const provenBy = [proofs.stages];
const compatible = { provenBy };
const api = `${prefixes.access}/api/v2`;
const stages = `${api}/stages`;
const named = z.object({ name: z.string().min(1).max(200) });
/** Without a project the stages and the lifecycle of all are meant. */
const ofProject = z.object({ project_key: z.string().max(200).optional() });

const Stage = z.object({
  name: z.string(),
  scope: z.enum(['global', 'project']),
  project_key: z.string().optional(),
  category: EnvironmentCategory,
  /** Those that the caller may know of. */
  repositories: z.array(z.string()),
  total_repository_count: z.int(),
  /** Keys of the projects whose own lifecycle has it. */
  used_in_lifecycles: z.array(z.string()),
  created: z.number(),
  modified: z.number(),
});
export type WireStage = z.output<typeof Stage>;

export const wireListStages = route('wireListStages', {
  summary: 'Stages: the environments of every project, with `project_key` those of this project too, in the order of the lifecycle',
  method: 'GET',
  url: stages,
  access: 'user',
  query: ofProject,
  reply: z.array(Stage),
  compatible,
});
export const wireCreateStage = route('wireCreateStage', {
  summary: 'Create a stage: an environment of every project or, with `project_key`, of this one',
  method: 'POST',
  url: stages,
  access: 'user',
  body: z.strictObject({
    name: EnvironmentName,
    project_key: z.string().max(200).nullish(),
    category: EnvironmentCategory.nullish(),
    /** Clients send what they hold of it empty. */
    scope: z.literal('').nullish(),
    created: z.literal(0).nullish(),
    modified: z.literal(0).nullish(),
    total_repository_count: z.literal(0).nullish(),
  }),
  reply: Stage,
  status: 201,
  compatible: { provenBy, note: 'repositories are put into a stage by their own configuration (`environments`)' },
});
export const wireReadStage = route('wireReadStage', {
  summary: 'One stage',
  method: 'GET',
  url: `${stages}/:name`,
  access: 'user',
  params: named,
  query: ofProject,
  reply: Stage,
  compatible,
});
export const wireChangeStage = route('wireChangeStage', {
  summary: 'Rename a stage, or say what it is for; only stages of the category `promote` take promotions',
  method: 'PATCH',
  url: `${stages}/:name`,
  access: 'user',
  params: named,
  query: ofProject,
  body: z.strictObject({ name: EnvironmentName.nullish(), category: EnvironmentCategory.nullish() }),
  reply: Stage,
  compatible: { provenBy, note: 'DEV and PROD come with the platform and stay as they are' },
});
export const wireDeleteStage = route('wireDeleteStage', {
  summary: 'Delete a stage',
  method: 'DELETE',
  url: `${stages}/:name`,
  access: 'user',
  params: named,
  query: ofProject,
  reply: z.void(),
  compatible: { provenBy, note: '204; 409 while a lifecycle has it or repositories are in it' },
});

const Lifecycle = z.object({
  project_key: z.string().optional(),
  promote_stages: z.array(z.string()),
  release_stage: z.string(),
  categories: z.array(z.object({ category: z.string(), stages: z.array(z.object({ name: z.string(), scope: z.string() })) })),
});
export type WireLifecycle = z.output<typeof Lifecycle>;

export const wireReadLifecycle = route('wireReadLifecycle', {
  summary: 'The order of the stages, for all or for one project; a project without its own has that of all',
  method: 'GET',
  url: `${api}/lifecycle`,
  access: 'user',
  query: ofProject,
  reply: Lifecycle,
  compatible,
});
export const wireChangeLifecycle = route('wireChangeLifecycle', {
  summary: 'Say in what order stages follow each other before the release stage',
  method: 'PATCH',
  url: `${api}/lifecycle`,
  access: 'user',
  query: ofProject,
  body: z.strictObject({ promote_stages: z.array(z.string().min(1).max(200)).max(100), project_key: z.string().max(200).nullish() }),
  reply: Lifecycle,
  compatible: { provenBy, note: 'the release stage is PROD; environments are listed in this order wherever one is chosen' },
});
