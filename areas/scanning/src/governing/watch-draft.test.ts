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
])('what a watch looks at is in the form as %s, and is sent as it was', (where, resources) => {
  expect(roundTrip(resources)).toEqual({ where, resources });
});
