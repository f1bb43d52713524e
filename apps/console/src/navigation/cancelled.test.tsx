import { nobody, session, setSession } from '@packhouse/console-kit/session/session.ts';
import { prepareConsole } from '@packhouse/testkit/console/render-area.tsx';
import { createMemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { cancelSwitchedOff } from './cancelled.ts';
import { judge } from './guard.ts';

prepareConsole();

const routes = ['/packages', '/demo', '/demo/tree', '/template'].map((path) => ({ path }));

it.each([
  ['DEMO-002', 'testing', '/demo/tree'],
  ['DEMO-002', 'testing', { pathname: '/demo' }],
  ['DEMO-009', 'commonTested', '/template?x=1'],
])('%s without the switch %s going to it is cancelled: the reader stays where they were', async (_, feature, to) => {
  const router = cancelSwitchedOff(createMemoryRouter(routes, { initialEntries: ['/packages'] }), session);
  await router.navigate(to);
  expect(router.state.location.pathname).toBe('/packages');
  setSession({ features: { [feature]: true } });
  await router.navigate(to);
  expect(router.state.location.pathname).toBe(typeof to === 'string' ? to.split('?')[0] : to.pathname);
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe('/packages');
});

it('DEMO-002 DEMO-009 a typed address leads to the start instead, without a word', () => {
  const user = { ...nobody, kind: 'user' as const };
  expect(judge('/demo/tree', user, [])).toEqual({ enter: false, to: '/', told: false });
  expect(judge('/template', user, [])).toEqual({ enter: false, to: '/', told: false });
  expect(judge('/demo/tree', { ...user, features: { testing: true } }, [])).toEqual({ enter: true });
});
