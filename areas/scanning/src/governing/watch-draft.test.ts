import type { WatchResource } from '@packhouse/contract/scanning/watch-routes.ts';
import { expect, it } from 'vitest';
import { testWatch } from './test-governing.ts';
import { getWatch, makeWatchDraft } from './watch-draft.ts';

const roundTrip = (resources: readonly WatchResource[]) => {
  const draft = makeWatchDraft({ ...testWatch, project_resources: { resources: [...resources] } });
  return { where: draft.where, resources: getWatch(draft).project_resources.resources };
};

it.each<[string, WatchResource[]]>([
  ['any', [{ type: 'all-repos' }]],
  ['some', [{ type: 'repository', name: 'js' }]],
  ['anyBuild', [{ type: 'all-builds' }]],
  [
    'someBuilds',
    [
      { type: 'build', name: 'shop' },
      { type: 'build', name: 'app' },
    ],
  ],
  ['anyBundle', [{ type: 'all-releaseBundles' }]],
  ['someBundles', [{ type: 'releaseBundle', name: 'shop' }]],
  ['kept', [{ type: 'build', name: 'shop', build_repo: 'team-build-info' }]],
  ['someBuilds', [{ type: 'build', name: 'shop, app' }]],
  ['kept', [{ type: 'all-releaseBundlesV2' }]],
  ['anySource', [{ type: 'all-gitRepositories', filters: [{ type: 'ant-patterns', value: { IncludePatterns: ['acme/*'], ExcludePatterns: [] } }] }]],
  ['someSources', [{ type: 'gitRepository', name: 'acme/shop' }]],
  [
    'any',
    [
      {
        type: 'all-repos',
        filters: [
          { type: 'package-type', value: 'npm' },
          { type: 'path-ant-patterns', value: { IncludePatterns: ['team/**'], ExcludePatterns: ['**/test/**'] } },
          { type: 'ant-patterns', value: { IncludePatterns: ['js-*'], ExcludePatterns: [] } },
          { type: 'regex', value: '^app' },
          { type: 'path-regex', value: '(^|/)dist/' },
          { type: 'mime-type', value: 'application/x-gzip' },
          { type: 'property', value: { key: 'stage', value: 'a=b' } },
        ],
      },
    ],
  ],
  [
    'some',
    [
      { type: 'repository', name: 'js', filters: [{ type: 'package-type', value: 'npm' }] },
      { type: 'repository', name: 'ts', filters: [{ type: 'package-type', value: 'npm' }] },
    ],
  ],
  [
    'kept',
    [
      { type: 'repository', name: 'js', filters: [{ type: 'package-type', value: 'npm' }] },
      { type: 'repository', name: 'ts' },
    ],
  ],
  ['kept', [{ type: 'build', name: 'shop', filters: [{ type: 'regex', value: '^s' }] }]],
])('what a watch looks at is in the form as %s, and is sent as it was', (where, resources) => {
  expect(roundTrip(resources)).toEqual({ where, resources });
});
