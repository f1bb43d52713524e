import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

const values = { pipelineName: 'release', runNumber: '4' };
const one = '/pipelines/of/release';

it('PIPE-002 finds every screen of the area at its address', () => {
  expect(getScreens(area.routes, values)).toEqual([
    '/pipelines',
    '/pipelinesSearchResults',
    '/pipelines/new',
    one,
    `${one}/definition`,
    `${one}/logs`,
    `${one}/runs/4`,
    '/admin/configuration/runners',
    '/admin/configuration/runners/secrets',
  ]);
});

it('shows its menu lines where pipelines run', () => {
  expect(area.nav.map(({ path, requires }) => [path, requires])).toEqual([
    ['/pipelines', { role: 'user', licence: true, beyondContainers: true, service: 'pipelines' }],
    ['/admin/configuration/runners', { role: 'administrator', service: 'pipelines' }],
  ]);
});

examineScreens({ routes: area.routes, values, asksNothing: ['/pipelines/new'] });
