import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

const values = { activeTab: 'source', name: 'shop', version: '1.0' };

it('finds every screen of the area', () => {
  expect(getScreens(area.routes, values)).toHaveLength(7);
});

examineScreens({ routes: area.routes, values, asksNothing: ['/release-bundles/source/new'] });
