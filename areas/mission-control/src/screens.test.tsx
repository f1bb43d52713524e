import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

it('finds every screen of the area', () => {
  expect(getScreens(area.routes, {})).toContain('/admin/mission_control/topology');
});

examineScreens({ routes: area.routes, values: { federationId: 'f1' } });
