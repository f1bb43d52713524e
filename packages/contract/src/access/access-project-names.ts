import { z } from 'zod';
import { constants } from '../constants.ts';

/** Longest key of a project. */
const maxProjectKeyLength = constants.projectKeyLength;

/** Words that stand for something else where a project's key could. */
const reservedKeys = ['all', 'artifactory', 'default'];

/** A project's key: a part of addresses, of names of its environments and of the repository of its builds. */
export const ProjectKey = z
  .string()
  .trim()
  .regex(/^[a-z]/, 'Project key must start with a lowercase character')
  .min(2, 'Use at least 2 characters')
  .max(maxProjectKeyLength, `Use at most ${maxProjectKeyLength} characters`)
  .refine((key) => /^[^a-z]|^[a-z0-9-]*$/.test(key), 'Use lower-case letters, digits and dashes only')
  .refine((key) => !reservedKeys.includes(key), 'This word is reserved');

export const ProjectName = z
  .string()
  .trim()
  .min(1, 'Enter a project name')
  .max(100, 'A project name has at most 100 characters')
  .refine((name) => !/\p{Cc}/u.test(name), 'Control characters cannot be used');

export const RoleName = z
  .string()
  .trim()
  .min(1, 'Enter a role name')
  .max(64, 'A role name has at most 64 characters')
  .refine((name) => !/[\p{Cc}/\\,:|?*"<>]/u.test(name), 'These characters cannot be used: / \\ , : | ? * " < >');

export const EnvironmentName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(160, 'A name has at most 160 characters')
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'Use letters, digits, dashes and underscores, beginning with a letter');

/** What a role can allow, in the words of existing clients. */
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
