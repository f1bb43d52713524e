import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { releaseBundleApi } from './release-bundle-routes.ts';

const Patterns = z.array(z.string().min(1).max(1000)).max(100).default([]);

/** The names are those of bundles that the caller may read; there may be more of them than are answered. */
const Names = z.object({ bundles: z.array(z.string()), isMore: z.boolean() });

export const filterReleaseBundles = route('filterReleaseBundles', {
  summary: 'Names of release bundles that Ant patterns choose; all of them where none includes any',
  method: 'POST',
  url: `${releaseBundleApi}/release_bundle/patternFilter`,
  access: 'user',
  body: z.strictObject({ includePatterns: Patterns, excludePatterns: Patterns }),
  reply: Names,
});

export const listReleaseBundleTargets = route('listReleaseBundleTargets', {
  summary: 'Names of the release bundles in these distribution repositories, over which permissions can be granted',
  method: 'POST',
  url: `${prefixes.consoleApi}/access/permissions/targets/release-bundles`,
  access: 'user',
  body: z.strictObject({ repositories: z.array(z.string().min(1).max(64)).min(1).max(100) }),
  reply: Names,
});
