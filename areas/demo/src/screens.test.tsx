import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

const screens = getScreens(area.routes, {});

it('finds every screen of the area', () => {
  expect(screens.length).toBeGreaterThan(2);
});

examineScreens({ routes: area.routes, values: {}, asksNothing: screens });
