import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

it('finds the screen of the area at its address, in the menu of administrators where insight runs', () => {
  expect(getScreens(area.routes, {})).toEqual(['/insight/trends']);
  expect(area.nav.map(({ path, requires }) => [path, requires])).toEqual([
    ['/insight/trends', { role: 'administrator', licence: true, beyondContainers: true, service: 'insight' }],
  ]);
});

examineScreens({ routes: area.routes, values: {} });
