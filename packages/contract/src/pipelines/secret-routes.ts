// Secrets for the commands of pipelines: told by administrators, given to steps that name them, shown to nobody.
import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { SecretName } from './pipeline-document.ts';
import { pipelineRules } from './pipeline-rule-words.ts';

const base = `${prefixes.consolePipelines}/secrets`;
const one = `${base}/:name`;
const ByName = z.object({ name: SecretName });

/** Shorter ones stand in any output by chance, so that hiding them would hide everything. */
const shortest = 8;

export const PipelineSecretInput = z.strictObject({
  description: z.string().trim().max(500).default(''),
  /** The present one stays where it is absent. */
  value: z.string().min(shortest, pipelineRules.pipeline_secret_short.en).max(10_000).optional(),
  /** Authors whose pipelines are given it; those of administrators are in any case. */
  users: z.array(z.string().min(1).max(200)).max(50).default([]),
  groups: z.array(z.string().min(1).max(200)).max(50).default([]),
});

/** A secret without its value, which no call tells. */
export const PipelineSecret = z.object({
  name: z.string(),
  description: z.string(),
  users: z.array(z.string()),
  groups: z.array(z.string()),
  createdBy: z.string(),
  modifiedAt: Timestamp,
  /** When a step was given it last. */
  usedAt: Timestamp.optional(),
});
export type PipelineSecret = z.output<typeof PipelineSecret>;

export const listPipelineSecrets = route('listPipelineSecrets', {
  summary: 'Secrets for commands of pipelines by name, without their values',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: z.object({ items: z.array(PipelineSecret) }),
});

export const keepPipelineSecret = route('keepPipelineSecret', {
  summary: 'Make a secret for commands, or change whom it is given to; a value replaces the one before',
  method: 'PUT',
  url: one,
  access: 'administrator',
  params: ByName,
  body: PipelineSecretInput,
  reply: PipelineSecret,
});

export const deletePipelineSecret = route('deletePipelineSecret', {
  summary: 'Delete a secret; steps that name it fail from now on',
  method: 'DELETE',
  url: one,
  access: 'administrator',
  params: ByName,
  reply: z.void(),
});
