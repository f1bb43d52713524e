import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { createReport } from '@packhouse/contract/scanning/report-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { fieldNamed } from '@packhouse/testkit/console/form-fields.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { setWords } from '@packhouse/ui/core.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { reportScreens } from './reports-screens.ts';
import { testReport } from './test-report.ts';

prepareConsole();
afterEach(() => setWords({}));

const session = { administrator: true, services: { xray: '1' } } as const;
const path = '/security/reports/new';

it('a report is about a project and repositories that are chosen from what there is', async () => {
  const asked: unknown[] = [];
  const sent: unknown[] = [];
  server.use(
    answers(listProjects, [{ key: 'shop', name: 'Shop', description: '', administrator: true }]),
    answers(listRepositories, ({ query }) => {
      asked.push(query.get('projectKey'));
      const key = query.get('projectKey') ? 'shop-js' : 'js';
      return { items: [{ key, format: 'npm' as const, class: 'local' as const, description: '', url: '', modifiedAt: '2026-01-01T00:00:00.000Z' }], total: 1 };
    }),
    answers(createReport, ({ body }) => {
      sent.push(body);
      return testReport;
    }),
  );
  renderArea(reportScreens, path, session);
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Monday');
  await userEvent.click(fieldNamed('Repositories'));
  await userEvent.click(await screen.findByTitle('js · npm'));
  await userEvent.click(fieldNamed('Only in project'));
  await userEvent.click(await screen.findByTitle('Shop (shop)'));
  await userEvent.click(fieldNamed('Repositories'));
  await userEvent.click(await screen.findByTitle('shop-js · npm'));
  await userEvent.click(screen.getByRole('button', { name: 'Create report' }));
  await expect.poll(() => sent).toMatchObject([{ project: 'shop', resources: { repositories: [{ name: 'shop-js' }] } }]);
  expect(asked).toEqual([null, 'shop']);
});

it('a report is about builds and release bundles by their names, or by patterns of them', async () => {
  const sent: unknown[] = [];
  server.use(
    answers(listProjects, []),
    answers(createReport, ({ body }) => {
      sent.push(body);
      return testReport;
    }),
  );
  renderArea(reportScreens, path, session);
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Monday');
  await userEvent.type(screen.getByLabelText(/^Builds/), 'shop, nightly-*');
  await userEvent.type(screen.getByLabelText(/^Release bundles/), 'spring');
  await userEvent.click(screen.getByRole('button', { name: 'Create report' }));
  await expect
    .poll(() => sent)
    .toMatchObject([
      { resources: { builds: { names: ['shop'], include_patterns: ['nightly-*'] }, release_bundles_v2: { names: ['spring'], include_patterns: [] } } },
    ]);
});

it('severities are called in the language of the reader, and sent as they are', async () => {
  setWords({ language: 'de' });
  const sent: unknown[] = [];
  server.use(
    answers(listProjects, []),
    answers(createReport, ({ body }) => {
      sent.push(body);
      return testReport;
    }),
  );
  renderArea(reportScreens, path, session);
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Monday');
  await userEvent.click(fieldNamed('Severity or worse'));
  await userEvent.click(await screen.findByTitle('Kritisch'));
  await userEvent.click(screen.getByRole('button', { name: 'Create report' }));
  await expect.poll(() => sent).toMatchObject([{ filters: { severities: ['Critical'] } }]);
});
