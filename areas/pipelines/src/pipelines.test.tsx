import { showLanguage } from '@packhouse/console-kit/words/i18n.ts';
import * as dryRuns from '@packhouse/contract/pipelines/dry-run-routes.ts';
import * as routes from '@packhouse/contract/pipelines/pipeline-routes.ts';
import * as logs from '@packhouse/contract/pipelines/run-log-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import area from './area.ts';
import { testPipeline, testRun, testRunSummary, testSummary } from './test-pipeline.ts';

prepareConsole();

let asked: unknown[] = [];
const note =
  <Reply,>(reply: Reply) =>
  ({ body }: { body: unknown }) => {
    asked.push(body);
    return reply;
  };

beforeEach(() => {
  asked = [];
  server.use(
    answers(routes.listPipelines, ({ query }) => {
      asked.push(Object.fromEntries(query));
      return { items: [testSummary, { ...testSummary, name: 'tidy', lastRun: undefined, trend: [], enabled: false }], total: 2, next: null };
    }),
    answers(routes.readPipeline, testPipeline),
    answers(routes.listRuns, { items: [testRunSummary], total: 1, next: null }),
    answers(routes.readRun, testRun),
    answers(logs.readRunLog, { items: [{ id: 1, step: 'scan', at: '2026-11-24T08:00:01.000Z', message: 'begins, as ann' }], next: null }),
    answers(routes.checkPipeline, { problems: [], steps: [...testPipeline.steps] }),
  );
});

it('PIPE-006 lists pipelines with their name, last run and status, and how the last ten went', async () => {
  renderArea(area.routes, '/pipelines');
  const row = within((await screen.findByRole('link', { name: 'release' })).closest('tr')!);
  expect(row.getByRole('link', { name: '#4' })).toHaveAttribute('href', '/pipelines/of/release/runs/4');
  for (const text of ['build.uploaded: shop/17', 'Running', 'ann']) expect(row.getByText(text)).toBeVisible();
  expect(row.getByRole('img', { name: 'The last runs, the oldest first: Succeeded, Failed, Running' })).toBeVisible();
  expect(row.queryByText(/^Waits for/)).toBeNull();
  const other = within(screen.getByRole('link', { name: 'tidy' }).closest('tr')!);
  for (const text of ['never run', 'Off']) expect(other.getByText(text)).toBeVisible();
});

it('says of a run that nobody works at that it waits, and for what', async () => {
  const lastRun = { ...testRunSummary, waitsFor: { message: 'approval by releasers' } };
  server.use(answers(routes.listPipelines, { items: [{ ...testSummary, lastRun }], total: 1, next: null }));
  renderArea(area.routes, '/pipelines');
  const row = within((await screen.findByRole('link', { name: 'release' })).closest('tr')!);
  for (const text of ['Waiting', 'Waits for: approval by releasers']) expect(row.getByText(text)).toBeVisible();
});

it('PIPE-002 lists the pipelines that match the query of a search', async () => {
  renderArea(area.routes, '/pipelinesSearchResults?query=rel');
  expect(await screen.findByRole('heading', { level: 1, name: /Pipelines search/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'release' })).toBeVisible();
  expect(asked[0]).toMatchObject({ name: 'rel' });
});

it('starts a run with its values, and makes the secret of calls from outside', async () => {
  server.use(answers(routes.runPipeline, note({ number: 5 })), answers(routes.renewHookSecret, { secret: 'only-once' }));
  const router = renderArea(area.routes, '/pipelines/of/release');
  await userEvent.click(await screen.findByRole('button', { name: 'Make a secret' }));
  expect(await screen.findByText('only-once')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Run release' }));
  await userEvent.clear(dialog.getByLabelText('channel'));
  await userEvent.type(dialog.getByLabelText('channel'), 'beta');
  await userEvent.click(dialog.getByRole('button', { name: 'Run' }));
  await expect.poll(() => router.state.location.pathname).toBe('/pipelines/of/release/runs/5');
  expect(asked).toContainEqual({ variables: { channel: 'beta' } });
});

it('shows what a run waits for, its log, and keeps who approves with a comment', async () => {
  server.use(answers(routes.decideApproval, note(testRun)));
  renderArea(area.routes, '/pipelines/of/release/runs/4');
  expect(await screen.findByText('Waits for: approval by releasers')).toBeVisible();
  expect(await screen.findByText('begins, as ann')).toBeVisible();
  expect(screen.getByText('Promote a build · after ask')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve: ask' }));
  await userEvent.type(dialog.getByLabelText('Comment'), 'looks right');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Your decision was kept')).toBeVisible();
  expect(asked).toContainEqual({ approve: true, comment: 'looks right' });
});

it('shows the steps of a run as a list in their order, with a line for each thing that one needs', async () => {
  renderArea(area.routes, '/pipelines/of/release/runs/4');
  const picture = within(await screen.findByRole('region', { name: 'Steps in the order in which they may happen' }));
  const cards = picture.getAllByRole('listitem');
  expect(cards.map((card) => within(card).getByRole('heading').firstChild?.textContent)).toEqual(['scan', 'ask', 'promote']);
  expect(within(cards[1]!).getByText(/after scan$/)).toBeVisible();
  const lines = [...document.querySelectorAll<SVGGElement>('svg g[data-from]')].map(({ dataset }) => `${dataset.from} ${dataset.to} ${dataset.state}`);
  expect(lines.sort()).toEqual(['ask promote waiting', 'scan ask succeeded']);
});

it('searches the log of a run, offers it as a text, and finds lines of all runs', async () => {
  server.use(
    answers(logs.readRunLog, ({ query }) => {
      asked.push(query.get('search'));
      return { items: [{ id: 2, step: 'smoke', at: '2026-11-24T08:00:02.000Z', message: 'two  spaces', isOutput: true }], next: null };
    }),
    answers(logs.searchRunLogs, ({ query }) => ({
      items: query.get('search') ? [{ id: 9, number: 3, step: 'smoke', at: '2026-11-24T08:00:02.000Z', message: 'out of memory', isOutput: true }] : [],
      next: null,
    })),
  );
  renderArea(area.routes, '/pipelines/of/release/runs/4');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search this log' }), 'spaces');
  await expect.poll(() => asked).toContain('spaces');
  expect(screen.getByText('two spaces')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download as text' })).toHaveAttribute('href', '/ui/api/v1/pipelines/api/v1/pipelines/release/runs/4/log.txt');
  cleanup();
  renderArea(area.routes, '/pipelines/of/release/logs');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search all logs' }), 'memory');
  expect(await screen.findByText('out of memory')).toBeVisible();
  expect(screen.getByRole('link', { name: '#3' })).toHaveAttribute('href', '/pipelines/of/release/runs/3?search=memory');
});

it('cancels a run that goes on, and does one again from a step', async () => {
  server.use(answers(routes.cancelRun, note(testRun)), answers(routes.retryRun, note(testRun)));
  renderArea(area.routes, '/pipelines/of/release/runs/4');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel run' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel run' }));
  expect(await screen.findByText('The run was cancelled')).toBeVisible();
  server.use(answers(routes.readRun, { ...testRun, state: 'failed', endedAt: '2026-11-24T09:00:00.000Z' }));
  renderArea(area.routes, '/pipelines/of/release/runs/3');
  const [first] = await screen.findAllByRole('button', { name: 'Run again from here' });
  await userEvent.click(first!);
  await expect.poll(() => asked).toContainEqual({ step: 'scan' });
});

it('says by line what is wrong with a document, and what the server has against it', async () => {
  server.use(
    answers(routes.checkPipeline, { problems: [{ line: 2, column: 6, message: 'This is no schedule' }], steps: [] }),
    refuses(routes.updatePipeline, 'invalid_input'),
  );
  renderArea(area.routes, '/pipelines/of/release/definition');
  const text = await screen.findByLabelText('Document (YAML)');
  const problem = await screen.findByRole('button', { name: 'Line 2, column 6: This is no schedule' });
  expect(screen.getByText('2', { selector: '[data-wrong]' })).toBeVisible();
  await userEvent.click(problem);
  expect([document.activeElement, (text as HTMLTextAreaElement).selectionStart]).toEqual([text, 'name: release\n'.length + 5]);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.type(text, ' ');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeEnabled();
});

it('asks before what was typed is lost, and leads on once a pipeline is made', async () => {
  server.use(answers(routes.createPipeline, note(testPipeline)));
  const router = renderArea(area.routes, '/pipelines/new');
  await userEvent.type(await screen.findByLabelText('Document (YAML)'), ' ');
  await userEvent.click(screen.getByRole('link', { name: 'Pipelines' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/pipelines/new');
  await userEvent.click(screen.getByRole('button', { name: 'Create pipeline' }));
  await expect.poll(() => router.state.location.pathname).toBe('/pipelines/of/release');
});

it('says so when there is no such pipeline or run', async () => {
  server.use(refuses(routes.readPipeline, 'not_found'), refuses(routes.readRun, 'not_found'));
  renderArea(area.routes, '/pipelines/of/other');
  expect(await screen.findByText('There is no pipeline other')).toBeVisible();
});

it('tries a document out, says what each step would do, and leads to the line', async () => {
  const foreseen = [
    {
      id: 'tidy',
      type: 'cleanup' as const,
      needs: [],
      line: 4,
      column: 5,
      outlook: 'refused' as const,
      said: { message: 'Only an administrator may do this' },
    },
    { id: 'ask', type: 'approval' as const, needs: ['tidy'], line: 5, column: 5, outlook: 'waits' as const, said: { message: 'asks releasers' } },
  ];
  server.use(answers(dryRuns.dryRunDocument, note({ author: 'ann', steps: foreseen, problems: [] })));
  renderArea(area.routes, '/pipelines/of/release/definition');
  const text = await screen.findByLabelText('Document (YAML)');
  await userEvent.click(await screen.findByRole('button', { name: 'Try it out' }));
  const refused = within((await screen.findByText('tidy', { selector: 'b' })).closest('li')!);
  for (const said of ['Would fail', 'Only an administrator may do this']) expect(refused.getByText(said)).toBeVisible();
  expect(screen.getByText('The steps would be done as ann.')).toBeVisible();
  await userEvent.click(refused.getByRole('button', { name: 'line 4' }));
  expect([document.activeElement, (text as HTMLTextAreaElement).selectionStart]).toEqual([text, testPipeline.document.indexOf('- {id: tidy') + 2]);
  expect(asked).toContainEqual({ document: testPipeline.document, variables: {} });
  await userEvent.type(text, ' ');
  expect(await screen.findByText('The document has changed since.')).toBeVisible();
});

it('tries a run out with its values before it starts', async () => {
  const step = { id: 'tidy', type: 'cleanup' as const, needs: [], line: 4, column: 5, outlook: 'would' as const, said: { message: 'applies old' } };
  server.use(answers(dryRuns.dryRunPipeline, note({ author: 'ann', steps: [step], problems: [] })));
  renderArea(area.routes, '/pipelines/of/release');
  await userEvent.click(await screen.findByRole('button', { name: 'Run' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Run release' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Try it out' }));
  expect(await dialog.findByText('applies old')).toBeVisible();
  expect(asked).toContainEqual({ variables: { channel: 'stable' } });
});

it('spells the times of a log as the language on screen does', async () => {
  await showLanguage('de');
  try {
    renderArea(area.routes, '/pipelines/of/release/runs/4');
    expect(await screen.findByText(/^1 Zeile, \d\d:00:01$/)).toBeVisible();
  } finally {
    await showLanguage('en');
  }
});

it('folds what a step told, and keeps it folded', async () => {
  const lines = Array.from({ length: 70 }, (_, at) => ({ id: at + 1, step: 'smoke', at: '2026-11-24T08:00:02.000Z', message: `line ${at}`, isOutput: true }));
  server.use(answers(logs.readRunLog, { items: [...lines, { id: 99, step: 'ask', at: '2026-11-24T08:00:03.000Z', message: 'asked' }], next: null }));
  renderArea(area.routes, '/pipelines/of/release/runs/4');
  expect(await screen.findByText('asked')).toBeVisible();
  expect(screen.queryByText('line 3')).toBeNull();
  await userEvent.click(screen.getByText(/^70 lines/));
  expect(await screen.findByText('line 3')).toBeVisible();
});
