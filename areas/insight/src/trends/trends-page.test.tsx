import { type InsightPeriod, insightSteps } from '@packhouse/contract/insight/insight-metrics.ts';
import { readTrends, type Trends } from '@packhouse/contract/insight/insight-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { trendScreens } from './trends-screens.ts';

prepareConsole();

/** An answer as the service gives it: in the first half of the period nothing was counted. */
function makeTrends(period: InsightPeriod): Trends {
  const { length, step } = insightSteps[period];
  const count = length / step;
  const to = Date.parse('2026-11-24T12:00:00Z');
  const values = (value: number) => Array.from({ length: count }, (_, at) => (at < count / 2 ? null : value));
  return {
    period,
    from: new Date(to - length * 1000).toISOString(),
    to: new Date(to).toISOString(),
    step,
    since: new Date(to - (length * 1000) / 2).toISOString(),
    figures: [
      { id: 'storage', value: 3_000_000, before: 2_000_000 },
      { id: 'traffic', value: 5000, before: null },
      { id: 'cache', value: 0.75, before: 0.8 },
      { id: 'findings', value: 7, before: 7 },
    ],
    charts: [
      {
        id: 'storage',
        kind: 'level',
        unit: 'bytes',
        series: [
          { of: 'repository', name: 'libs', values: values(2_000_000) },
          { of: 'others', name: '', values: values(1_000_000) },
        ],
      },
      { id: 'traffic', kind: 'counter', unit: 'bytes', series: ['sent', 'received'].map((name) => ({ of: 'figure', name, values: values(10) })) },
      { id: 'requests', kind: 'counter', unit: 'count', series: [{ of: 'repository', name: '=evil', values: values(3) }] },
      { id: 'cache', kind: 'counter', unit: 'count', series: ['hits', 'misses'].map((name) => ({ of: 'figure', name, values: values(0) })) },
      { id: 'findings', kind: 'level', unit: 'count', series: [] },
    ],
  };
}

const asked: string[] = [];
const serve = () =>
  server.use(
    answers(readTrends, ({ query }) => {
      const period = (query.get('period') ?? 'week') as InsightPeriod;
      asked.push(period);
      return makeTrends(period);
    }),
  );
const section = (name: string) => screen.getByRole('heading', { name }).closest('section')!;

it('INS-002 SHELL-072 shows a week of figures and charts unless asked for another period, which is in the address', async () => {
  serve();
  const router = renderArea(trendScreens, '/insight/trends');
  expect(await screen.findByText('3.0 MB', { selector: 'strong' })).toBeVisible();
  expect(document.title).toBe('Trends');
  expect(screen.getByRole('radio', { name: 'Week' })).toBeChecked();
  expect(screen.getByText('50 % more than in the period before')).toBeVisible();
  expect(screen.getByText('Nothing to compare with yet')).toBeVisible();
  expect(screen.getByText('5 points less than in the period before')).toBeVisible();
  expect(screen.getByText('As in the period before')).toBeVisible();
  expect(screen.getByText(/^Counting began/)).toBeVisible();
  expect(within(section('Storage')).getByText('libs')).toBeVisible();
  expect(within(section('Vulnerabilities')).getByText('Nothing in this period')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Year' }));
  expect(router.state.location.search).toBe('?period=year');
  await expect.poll(() => asked.at(-1)).toBe('year');
  await userEvent.click(screen.getByRole('radio', { name: 'Week' }));
  expect(router.state.location.search).toBe('');
});

it('INS-002 tells each step of a chart to keys and pointer', async () => {
  serve();
  renderArea(trendScreens, '/insight/trends?period=day');
  const plot = await screen.findByRole('slider', { name: 'Storage' });
  expect(plot).toHaveAttribute('aria-valuenow', '287');
  expect(plot.getAttribute('aria-valuetext')).toContain('libs 2.0 MB, All others 1.0 MB');
  plot.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{PageDown}');
  expect(plot).toHaveAttribute('aria-valuenow', '276');
  await userEvent.keyboard('{Home}');
  expect(within(section('Storage')).getAllByText('–')).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  expect(within(section('Storage')).queryByText('–')).toBeNull();
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 288 } as DOMRect);
  fireEvent.pointerMove(plot, { clientX: 100 });
  expect(plot).toHaveAttribute('aria-valuenow', '100');
});

it('INS-002 shows every chart as a table, which is in the address, and gives it as a file', async () => {
  serve();
  const router = renderArea(trendScreens, '/insight/trends?period=month');
  await screen.findByRole('slider', { name: 'Traffic' });
  await userEvent.click(within(section('Traffic')).getByRole('button', { name: 'Show as table' }));
  expect(router.state.location.search).toBe('?period=month&table=traffic');
  const table = within(section('Traffic')).getByRole('table');
  expect(within(table).getAllByRole('row')).toHaveLength(61);
  expect(within(table).getByRole('columnheader', { name: 'From clients' })).toBeVisible();
  await userEvent.click(within(section('Traffic')).getByRole('button', { name: 'Show as chart' }));
  expect(await screen.findByRole('slider', { name: 'Traffic' })).toBeVisible();
  const files: { name: string; text: Promise<string> }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push({ name: '', text: (blob as Blob).text() });
    return 'blob:csv';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.at(-1)!.name = this.download;
  });
  await userEvent.click(within(section('Requests')).getByRole('button', { name: 'Download CSV' }));
  expect(files[0]!.name).toBe('trends-requests-month.csv');
  const lines = (await files[0]!.text).split('\r\n');
  expect(lines[0]).toBe(`"Time","'=evil"`);
  expect(lines[1]).toBe('2026-11-09T12:00:00.000Z,3');
  expect(lines).toHaveLength(62);
  vi.restoreAllMocks();
});

it('INS-002 says what will appear and when, before anything was counted', async () => {
  const { figures, charts, ...span } = makeTrends('week');
  const nothing = charts.map((chart) => ({ ...chart, series: chart.series.map((one) => ({ ...one, values: one.values.map(() => null) })) }));
  server.use(answers(readTrends, { ...span, since: null, figures: figures.map((one) => ({ ...one, value: null, before: null })), charts: nothing }));
  renderArea(trendScreens, '/insight/trends');
  expect(await screen.findByText('No figures yet')).toBeVisible();
  expect(screen.getByText(/appear here within five minutes/)).toBeVisible();
});
