import { showLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter, type RouteObject } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from './navigation/landing.ts';
import { routes } from './router.tsx';

function find(among: readonly RouteObject[], name: string): RouteObject | undefined {
  for (const route of among) {
    const found = route.path === name || route.id === name ? route : find(route.children ?? [], name);
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

it('UX-005 shows the frame with its search in the language on screen', async () => {
  const { lazy } = find(routes, 'frame') ?? {};
  if (typeof lazy !== 'function') throw new Error('the frame does not come later');
  await lazy();
  const { t } = await import('./search/global-search-words.ts');
  expect(t('hint')).toMatch(/^Suchen/);
});
