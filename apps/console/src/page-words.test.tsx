import { showLanguage } from '@packhouse/console-kit/i18n.ts';
import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter, type RouteObject } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from './navigation/landing.ts';
import { routes } from './router.tsx';

function find(among: readonly RouteObject[], path: string): RouteObject | undefined {
  for (const route of among) {
    const found = route.path === path ? route : find(route.children ?? [], path);
    if (found) return found;
  }
  return undefined;
}

beforeAll(() => showLanguage('de'));
afterAll(() => showLanguage('en'));

it('UX-005 shows a page that came later in the language on screen', async () => {
  const { lazy } = find(routes, paths.adminMenu) ?? {};
  if (typeof lazy !== 'function') throw new Error('the page does not come later');
  const { Component } = (await lazy()) as { Component: ComponentType };
  render(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verwaltung');
});
