import { area } from '@packhouse/console-kit/session/area.ts';
import { provideMicrofrontends } from '@packhouse/console-kit/session/microfrontends.ts';
import { session } from '@packhouse/console-kit/session/session.ts';
import { prepareConsole, renderArea } from '@packhouse/testkit/console/render-area.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import demo from './area.ts';
import { templateStore } from './template-store.ts';
import { readLines, readRows } from './tree-rows.ts';

prepareConsole();

const services = { access: '1.0.0', artifactory: '1.2.3' };
/** A part as the shell would fetch it; the real ones are built apart and proven in the browser. */
function part(id: string, title: string) {
  return area({ id, title: { en: title }, paths: [], nav: [], routes: [], Mount: () => <h2>{title}</h2> });
}
const mocks = { 'demo-first': part('demo-first', 'First part'), 'demo-second': part('demo-second', 'Second part') };
const provide = (known: Partial<typeof mocks>) => provideMicrofrontends(async (id) => known[id as keyof typeof mocks]);

afterEach(() => {
  vi.useRealTimers();
  templateStore.setState({ counter: 0 });
  templateStore.temporal.getState().clear();
});

it('DEMO-001 the route demo is /demo; DEMO-003 DEMO-004 it leads to tree.demo, which shows the tree', async () => {
  expect(demo.routes.find(({ id }) => id === 'demo')).toMatchObject({
    path: '/demo',
    children: expect.arrayContaining([expect.objectContaining({ id: 'tree.demo', path: 'tree' })]),
  });
  const router = renderArea(demo.routes, '/demo', { services, features: { testing: true } });
  expect(await screen.findByRole('treegrid', { name: 'Tree' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/demo/tree');
  // Which lines are drawn depends on sizes, which only a browser has; which there are does not.
  const words = { services: 'Services', switches: 'Switches', groups: 'Groups', on: 'on', off: 'off' };
  const names = (...unfolded: string[]) =>
    readRows(readLines(session(), words), new Set(unfolded)).map(({ level, name, data }) => `${level} ${name} ${data.value}`.trim());
  expect(names()).toEqual(['0 Services', '0 Switches', '0 Groups']);
  expect(names('/Services', '/Switches')).toEqual(['0 Services', '1 access 1.0.0', '1 artifactory 1.2.3', '0 Switches', '1 testing on', '0 Groups']);
});

it('DEMO-005 DEMO-006 /demo/typescript leads to the greeting, which greets', async () => {
  const router = renderArea(demo.routes, '/demo/typescript');
  expect(await screen.findByText('Hello, admin!')).toBeVisible();
  expect(router.state.location.pathname).toBe('/demo/typescript/greeting');
});

it('DEMO-007 the container mounts both micro-frontends', async () => {
  provide(mocks);
  renderArea(demo.routes, '/demo/multi-mfe-mounting-container', { services });
  expect(await screen.findByRole('heading', { name: 'First part' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Second part' })).toBeVisible();
});

it.each(['demo-first', 'demo-second'] as const)('DEMO-008 the container fails by the name of %s when it is missing', async (missing) => {
  const { [missing]: _, ...others } = mocks;
  provide(others);
  renderArea(demo.routes, '/demo/multi-mfe-mounting-container');
  expect(await screen.findByText(`Microfrontend ${missing} fetching failed!`)).toBeVisible();
  expect(screen.queryByRole('heading', { name: /part$/ })).toBeNull();
  provide(mocks);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'First part' })).toBeVisible();
});

const number = () => screen.getByRole('status', { name: 'Counter' }).textContent;

async function showTemplate(): Promise<void> {
  renderArea(demo.routes, '/template');
  await screen.findByRole('status', { name: 'Counter' });
  vi.useFakeTimers();
}
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('DEMO-011 the counter goes to a new value in 50 steps of 50 ms', async () => {
  await showTemplate();
  press('Add 100');
  expect(number()).toBe('0');
  await wait(49);
  expect(number()).toBe('0');
  await wait(1);
  expect(number()).toBe('2');
  const seen = [number()];
  for (let step = 2; step <= 50; step += 1) {
    await wait(50);
    seen.push(number());
  }
  expect(new Set(seen).size).toBe(50);
  expect(number()).toBe('100');
  expect(vi.getTimerCount()).toBe(0);
});

it('DEMO-010 DEMO-012 undo brings the previous value back, redo the undone one; a new change drops what was undone', async () => {
  await showTemplate();
  press('Add 10');
  press('Add 100');
  await wait(2500);
  expect(number()).toBe('110');
  press('Undo');
  await wait(2500);
  expect(number()).toBe('10');
  press('Redo');
  await wait(2500);
  expect(number()).toBe('110');
  press('Undo');
  press('Add 1');
  await wait(2500);
  expect(number()).toBe('11');
  expect(templateStore.temporal.getState().futureStates).toEqual([]);
  expect(screen.getByRole('button', { name: 'Redo' })).toHaveAttribute('aria-disabled', 'true');
  press('Undo');
  press('Undo');
  await wait(2500);
  expect(number()).toBe('0');
  expect(templateStore.temporal.getState().pastStates).toEqual([]);
});
