import * as reports from '@packhouse/contract/scanning/report-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { reportScreens } from './reports-screens.ts';
import { testReport as report } from './test-report.ts';

prepareConsole();
const session = { administrator: true, services: { xray: '1' } } as const;
const row = {
  severity: 'High',
  issue_id: 'CVE-2026-1',
  vulnerable_component: 'npm://app:1.0.0',
  path: 'js/app/-/app-1.0.0.tgz',
  fixed_versions: ['1.1.0'],
  ignored_by: null,
  exploited: null,
};

describe('reports', () => {
  it('SEC-011 SHELL-071 lists reports under their title with how far each is', async () => {
    const running = { ...report, id: 8, name: 'Now', status: 'running' as const, num_of_processed_artifacts: 1, readable: false };
    server.use(answers(reports.listReports, { data: [running, report], total_count: 2 }));
    renderArea(reportScreens, '/security/reports', session);
    expect(await screen.findByText('1 of 3 versions')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Reports');
    expect(screen.getByRole('link', { name: 'Monday' })).toHaveAttribute('href', '/security/reports/7');
  });

  it('shows the rows of one, and asks before it goes', async () => {
    const deleted: unknown[] = [];
    server.use(
      answers(reports.readReport, report),
      answers(reports.listReportRows, { data: [row], total_count: 1 }),
      answers(reports.deleteReport, ({ params }) => void deleted.push(params.id)),
      answers(reports.listReports, { data: [], total_count: 0 }),
    );
    renderArea(reportScreens, '/security/reports/7', session);
    expect(await screen.findByText('CVE-2026-1')).toBeVisible();
    expect(screen.getByText('npm://app:1.0.0')).toBeVisible();
    for (const title of ['Author:', 'Made:', 'Schedule:', 'Next:']) expect(screen.getByText(title)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menuitem', { name: 'PDF' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(deleted).toEqual([]);
    await userEvent.click((await screen.findAllByRole('button', { name: 'Delete' })).at(-1)!);
    expect(await screen.findByText('Monday was deleted')).toBeVisible();
    expect(deleted).toEqual(['7']);
  });

  it('counts before anything is made', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(listProjects, []),
      answers(reports.previewReport, ({ body }) => {
        asked.push(body);
        return { versions: 2000, looked: 1000, rows: 12 };
      }),
    );
    renderArea(reportScreens, '/security/reports/new', session);
    await userEvent.click(await screen.findByRole('button', { name: 'Count' }));
    expect(await screen.findByText('It would look at 2,000 versions; the first 1,000 of them give 12 rows.')).toBeVisible();
    expect(asked).toMatchObject([{ type: 'vulnerabilities' }]);
  });
});
