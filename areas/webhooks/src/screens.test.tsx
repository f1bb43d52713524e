import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

const values = { webhookName: 'builds-hook' };
const list = '/admin/configuration/webhooks';

it('HOOK-001 HOOK-002 HOOK-003 finds every screen of the area at its address', () => {
  expect(getScreens(area.routes, values)).toEqual([list, `${list}/deliveries`, `${list}/new`, `${list}/edit/builds-hook`, `${list}/builds-hook/deliveries`]);
});

it('HOOK-041 shows its menu line to administrators and those who keep webhooks, where webhooks run', () => {
  expect(area.nav.map(({ path, requires }) => [path, requires])).toEqual([[list, { role: 'administrator', duty: 'webhooks', service: 'event' }]]);
});

examineScreens({ routes: area.routes, values, asksNothing: [`${list}/new`] });
