import { readProject } from '@packhouse/contract/access/access-project-routes.ts';
import { type InsightPeriod, insightSteps } from '@packhouse/contract/insight/insight-metrics.ts';
import { readProjectTrends } from '@packhouse/contract/insight/insight-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { projectScreens } from './projects-screens.ts';

prepareConsole();

const path = '/admin/projects/web/trends';
const asked: string[] = [];

/** An answer as the service gives it. */
function makeTrends(period: InsightPeriod) {
  const { length, step } = insightSteps[period];
  const to = Date.parse('2026-11-24T12:00:00Z');
  const values = (value: number) => Array.from({ length: length / step }, () => value);
  const figure = (name: string, value: number) => ({ of: 'figure' as const, name, values: values(value) });
  return {
    period,
    from: new Date(to - length * 1000).toISOString(),
    to: new Date(to).toISOString(),
    step,
    since: new Date(to - 2 * length * 1000).toISOString(),
    charts: [
      { id: 'requests' as const, kind: 'counter' as const, unit: 'count' as const, series: [figure('downloads', 3), figure('uploads', 1)] },
      { id: 'traffic' as const, kind: 'counter' as const, unit: 'bytes' as const, series: [figure('sent', 2000), figure('received', 10)] },
      { id: 'storage' as const, kind: 'level' as const, unit: 'bytes' as const, series: [figure('storage', 5000)] },
    ],
  };
}

beforeEach(() => {
  asked.length = 0;
  server.use(
    answers(readProject, {
      key: 'web',
      name: 'Web shop',
      description: '',
      privileges: { manageMembers: true, manageResources: true, indexResources: true },
      quotaBytes: null,
      softLimit: false,
      quotaNotification: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      may: { settings: true, members: true, resources: true, quota: true },
    }),
    answers(readProjectTrends, ({ params, query }) => {
      asked.push(`${params.key} ${query.get('period')}`);
      return makeTrends((query.get('period') ?? 'week') as InsightPeriod);
    }),
  );
});

it('draws what was asked for, moved and held in the repositories of a project, with the period in the address', async () => {
  const router = renderArea(projectScreens, path, { services: { insight: '1.0.0' } });
  expect(await screen.findByRole('link', { name: 'Trends' })).toHaveAttribute('aria-current', 'page');
  const headings = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
  expect(headings).toHaveLength(3);
  await userEvent.click(screen.getByRole('radio', { name: /month/i }));
  await expect.poll(() => asked).toEqual(['web week', 'web month']);
  expect(router.state.location.search).toBe('?period=month');
});

it('shows a chart as a table, and offers it as a file', async () => {
  renderArea(projectScreens, `${path}?period=day`);
  const [heading] = await screen.findAllByRole('heading', { level: 2 });
  const section = within(heading!.closest('section')!);
  await userEvent.click(section.getByRole('button', { name: /table/i }));
  expect(section.getByRole('table')).toBeVisible();
  expect(section.getAllByRole('row').length).toBeGreaterThan(10);
});

it('says that nothing was counted yet, and what went wrong', async () => {
  server.use(answers(readProjectTrends, { ...makeTrends('week'), since: null }));
  const router = renderArea(projectScreens, path);
  expect(await screen.findByText(/no figures/i)).toBeVisible();
  server.use(refuses(readProjectTrends, 'internal'));
  await router.navigate(`${path}?period=year`);
  expect(await screen.findByText(/Something went wrong/)).toBeVisible();
});
