import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { constants } from '../constants.ts';

/** Longest key of a project. */
const maxProjectKeyLength = constants.projectKeyLength;

/** Words that stand for something else where a project's key could. */
const reservedKeys = ['all', 'artifactory', 'default'];

/** A project's key: a part of addresses, of names of its environments and of the repository of its builds. */
export const ProjectKey = z
  .string()
  .trim()
  .regex(/^[a-z]/, accessRules.project_key_start.en)
  .min(2)
  .max(maxProjectKeyLength)
  .refine((key) => /^[^a-z]|^[a-z0-9-]*$/.test(key), accessRules.project_key_characters.en)
  .refine((key) => !reservedKeys.includes(key), accessRules.word_reserved.en);

export const ProjectName = z
  .string()
  .trim()
  .min(1, accessRules.enter_project_name.en)
  .max(100, accessRules.project_name_too_long.en)
  .refine((name) => !/\p{Cc}/u.test(name), accessRules.no_control_characters.en);

export const RoleName = z
  .string()
  .trim()
  .min(1, accessRules.enter_role_name.en)
  .max(64, accessRules.role_name_too_long.en)
  .refine((name) => !/[\p{Cc}/\\,:|?*"<>]/u.test(name), accessRules.project_name_characters_refused.en);

export const EnvironmentName = z
  .string()
  .trim()
  .min(1, accessRules.enter_name.en)
  .max(160, accessRules.name_longer_than_160.en)
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, accessRules.environment_name_characters.en);

/** A role can allow these, in the words of existing clients. */
export const roleActions = [
  'READ_REPOSITORY',
  'ANNOTATE_REPOSITORY',
  'DEPLOY_CACHE_REPOSITORY',
  'DELETE_OVERWRITE_REPOSITORY',
  'MANAGE_XRAY_MD_REPOSITORY',
  'READ_RELEASE_BUNDLE',
  'ANNOTATE_RELEASE_BUNDLE',
  'CREATE_RELEASE_BUNDLE',
  'DISTRIBUTE_RELEASE_BUNDLE',
  'DELETE_RELEASE_BUNDLE',
  'MANAGE_XRAY_MD_RELEASE_BUNDLE',
  'READ_BUILD',
  'ANNOTATE_BUILD',
  'DEPLOY_BUILD',
  'DELETE_BUILD',
  'MANAGE_XRAY_MD_BUILD',
  'READ_SOURCES_PIPELINE',
  'TRIGGER_PIPELINE',
  'READ_INTEGRATIONS_PIPELINE',
  'READ_POOLS_PIPELINE',
  'MANAGE_INTEGRATIONS_PIPELINE',
  'MANAGE_SOURCES_PIPELINE',
  'MANAGE_POOLS_PIPELINE',
  'TRIGGER_SECURITY',
  'ISSUES_SECURITY',
  'LICENCES_SECURITY',
  'REPORTS_SECURITY',
  'WATCHES_SECURITY',
  'POLICIES_SECURITY',
  'RULES_SECURITY',
  'READ_POLICIES_SECURITY',
  'MANAGE_MEMBERS',
  'MANAGE_RESOURCES',
] as const;
export type RoleAction = (typeof roleActions)[number];

/** Existing clients name these, too. No role can give them: pipelines belong to no project, and whoever may read something sees what scans find in it. */
export const idleRoleActions: readonly RoleAction[] = [
  'READ_SOURCES_PIPELINE',
  'TRIGGER_PIPELINE',
  'READ_INTEGRATIONS_PIPELINE',
  'READ_POOLS_PIPELINE',
  'MANAGE_INTEGRATIONS_PIPELINE',
  'MANAGE_SOURCES_PIPELINE',
  'MANAGE_POOLS_PIPELINE',
  'ISSUES_SECURITY',
  'LICENCES_SECURITY',
];
/** Those that a role can give. */
export const givenRoleActions: readonly RoleAction[] = roleActions.filter((action) => !idleRoleActions.includes(action));
