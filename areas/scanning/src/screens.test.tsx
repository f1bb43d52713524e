import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

it('finds every screen of the area', () => {
  expect(getScreens(area.routes, {})).toHaveLength(33);
});

examineScreens({
  routes: area.routes,
  values: {},
  asksNothing: [
    '/xray/where',
    '/security/policies/new',
    '/security/watches/new',
    '/security/firewall/ask',
    '/security/reports/new',
    '/project/custom-issues',
    '/project/ignore-rules',
  ],
});
