import { z } from 'zod';

/** Existing clients give users and groups these rights beside our own. They are told as they were set, and decide who keeps policies, watches, reports, repositories and webhooks without administering the platform. */
export const keptDuties = ['watchManager', 'policyManager', 'policyViewer', 'reportsManager', 'manageResources', 'manageWebhook'] as const;
export type KeptDuty = (typeof keptDuties)[number];

/** Existing clients name these in permissions beside our actions. They are kept and told as they were set; `managedXrayMeta` decides who may have files scanned again and findings in them ignored, `distribute` who may send release bundles, files of repositories and what builds made to targets that are open to them. */
export const keptActions = ['managedXrayMeta', 'distribute'] as const;
export type KeptAction = (typeof keptActions)[number];

/** The duties that are set; absent when none is. */
export const KeptDuties = z.array(z.enum(keptDuties)).optional();

/** Sets and takes away duties; those that it does not name stay. */
export const DutyChange = z.partialRecord(z.enum(keptDuties), z.boolean());

/** The further rights of somebody in a permission; absent when there is none. */
export const KeptActions = z
  .array(z.enum(keptActions))
  .transform((list) => keptActions.filter((action) => list.includes(action)))
  .optional();
