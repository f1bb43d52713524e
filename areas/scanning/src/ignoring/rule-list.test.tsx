import { deleteIgnoreRule, type IgnoreRule, listIgnoreRules } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { scanningScreens } from '../scanning-screens.ts';

prepareConsole();

const rule: IgnoreRule = {
  id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11',
  author: 'ada',
  created: '2026-01-01T00:00:00.000Z',
  notes: 'It is never called',
  expires_at: '2026-02-01T00:00:00.000Z',
  is_expired: true,
  project_key: 'shop',
  ignore_filters: { vulnerabilities: ['CVE-1', 'CVE-2', 'CVE-3', 'CVE-4'], artifacts: [{ name: 'app-1.0.0.tgz', path: 'js/app/-/' }] },
};
const address = '/admin/security/ignore-rules';
const administrator = { administrator: true, services: { xray: '1' } } as const;

it('SEC-015 shows what rules hide, where, why and until when, and ends them', async () => {
  const ended: unknown[] = [];
  server.use(
    answers(listIgnoreRules, () => ({ data: ended.length > 0 ? [] : [rule], total_count: 1 - ended.length })),
    answers(deleteIgnoreRule, ({ params }) => {
      ended.push(params);
      return undefined;
    }),
  );
  renderArea(scanningScreens, address, administrator);
  expect(await screen.findByText('CVE-1, CVE-2, CVE-3 and one more')).toBeVisible();
  expect(screen.getByText('js/app/-/app-1.0.0.tgz in project shop')).toBeVisible();
  expect(screen.getByText('It is never called')).toBeVisible();
  expect(screen.getByText('Lapsed')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: /End rule/ }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'End this rule?' })).getByRole('button', { name: 'End rule' }));
  expect(await screen.findByText('Nothing is ignored')).toBeVisible();
  expect(ended).toHaveLength(1);
});

it('keeps the page in the address', async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers(listIgnoreRules, ({ query }) => {
      asked.push(query.get('page_num'));
      return { data: [rule], total_count: 60 };
    }),
  );
  const router = renderArea(scanningScreens, address, administrator);
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Page 2 of 2')).toBeVisible();
  expect([router.state.location.search, asked]).toEqual(['?page=2', ['1', '2']]);
});

it('SEC-050 shows administrators of a project the rules of their project, and lets them end these', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(listIgnoreRules, ({ query }) => {
      asked.push(query.get('projectKey'));
      return { data: [rule], total_count: 1 };
    }),
  );
  renderArea(scanningScreens, '/project/ignore-rules', { administrator: false, managesProject: true, projectKey: 'shop', services: { xray: '1' } });
  expect(await screen.findByText('It is never called')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
  expect(await screen.findByRole('menuitem', { name: /End rule/ })).toBeVisible();
  expect(asked).toEqual(['shop']);
});

it('asks for a project where none is chosen', async () => {
  renderArea(scanningScreens, '/project/ignore-rules', administrator);
  expect(await screen.findByText('Choose a project')).toBeVisible();
});
