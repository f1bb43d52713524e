import { AppError } from '@packhouse/contract/errors.ts';
import { type LogData, logConfig, logData } from '@packhouse/contract/operations/operations-log-routes.ts';
import { highAvailability, nodeStatus, type ServiceStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { operationsWords } from '@packhouse/contract/operations/operations-words.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logScreens } from './logs-screens.ts';

prepareConsole();
const address = '/admin/monitoring/system_logs';
const node = (node_id: string) => ({ node_id, status: 'Online' as const, address: 'a:1', version: '1', micro_services: [] });
const status: ServiceStatus = { services: { jfrt: { nodes: [node('one'), node('two')] }, jfxr: { nodes: [node('two')] } } };
const at = '2026-11-22T01:00:00.000Z';
const piece = (log_content: string, start: number): LogData => ({
  log_content,
  start,
  file_size: start + log_content.length,
  file_id: '7',
  line_starts: [...log_content.matchAll(/^./gm)].map(({ index }) => start + index),
  last_update_modified: at,
  last_update_label: at,
});

const realSetInterval = globalThis.setInterval;
const realClearInterval = globalThis.clearInterval;
const ticks = new Map<number, () => void>();
let nextTick = 1_000_000;
let asked: AskedOf[] = [];
/** Answers each question with the next piece, and then with nothing new. */
const served = (...contents: string[]) =>
  answers(logData, (question) => {
    asked.push(question);
    const start = Number(question.query.get('file_size'));
    return piece(contents.shift() ?? '', start);
  });
const config = answers(logConfig, { logs: ['artifactory-service.log', 'router-request.log'], refresh_rate_millis: 3000 });
const text = () => {
  const log = within(screen.getByRole('region', { name: /^Content of/ }));
  return log
    .getAllByRole('listitem')
    .map((line) => `${(line.querySelector('button') ?? line).textContent}\n`)
    .join('');
};
const record = (level: number, msg: string, rest: object = {}) => `${JSON.stringify({ level, time: at, service: 'artifactory', msg, ...rest })}\n`;

beforeEach(() => {
  asked = [];
  // Only what happens every second is in the hands of the test; all else goes on by itself.
  ticks.clear();
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, every?: number) => {
    if (every !== 1000) return realSetInterval(work, every);
    const id = nextTick++;
    ticks.set(id, work);
    return id;
  }) as never);
  vi.spyOn(globalThis, 'clearInterval').mockImplementation(((id: number) => {
    if (!ticks.delete(id)) realClearInterval(id);
  }) as never);
  server.use(answers(highAvailability, status), config);
});
afterEach(() => {
  vi.restoreAllMocks();
});
const second = () =>
  act(async () => {
    // A tick may begin a new interval, which is for the next second.
    const due = [...ticks.values()];
    for (const tick of due) tick();
  });

it('SHELL-073 LOG-001 LOG-002 LOG-003 LOG-004 LOG-008 LOG-011 shows the log of the first file, which nobody can change', async () => {
  server.use(served('first line\n'));
  renderArea(logScreens, address);
  expect(await screen.findByRole('heading', { name: 'System Logs Viewer' })).toBeVisible();
  await waitFor(() => expect(document.title).toContain('System Logs Viewer'));
  await waitFor(() => expect(text()).toBe('first line\n'));
  await userEvent.click(screen.getByRole('button', { name: 'Text' }));
  const asText = screen.getByRole('textbox', { name: 'Content of artifactory-service.log' });
  expect(asText).toHaveAttribute('readonly');
  expect(asText).toHaveValue('first line\n');
  expect(screen.getByRole('combobox', { name: 'Service' })).toHaveDisplayValue('Artifactory');
  expect(screen.getByRole('combobox', { name: 'Node' })).toHaveDisplayValue('one');
  expect(screen.getByRole('combobox', { name: 'Log file' })).toHaveDisplayValue('artifactory-service.log');
  expect(screen.getByText(/Last modified/)).toHaveTextContent(/\d|ago|week|day/);
  expect(screen.getByText(/Last updated/)).toBeVisible();
  expect(Object.fromEntries(asked[0]!.query)).toEqual({ nodeId: 'one', id: 'artifactory-service.log', file_size: '0' });
  expect(screen.getByRole('link', { name: /Download/ })).toHaveAttribute('href', '/ui/api/v1/system/logs/download/jfrt?nodeId=one&id=artifactory-service.log');
});

it('LOG-005 LOG-017 LOG-018 LOG-019 counts down, appends what is new, pauses, resumes and refreshes at once', async () => {
  server.use(served('one\n', 'two\n', 'three\n'));
  const router = renderArea(logScreens, address);
  await waitFor(() => expect(text()).toBe('one\n'));
  expect(screen.getByText('Refresh in 3 s')).toBeVisible();
  for (const left of [2, 1, 0]) {
    await second();
    expect(screen.getByText(`Refresh in ${left} s`)).toBeVisible();
  }
  expect(asked).toHaveLength(1);
  await second();
  await waitFor(() => expect(text()).toBe('one\ntwo\n'));
  expect(asked[1]!.query.get('file_size')).toBe('4');
  expect(screen.getByText('Refresh in 3 s')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  for (let passed = 0; passed < 9; passed++) await second();
  expect(screen.getByText('Paused')).toBeVisible();
  expect(router.state.location.search).toBe('?paused=1');
  expect(asked).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh now' }));
  await waitFor(() => expect(text()).toBe('one\ntwo\nthree\n'));
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await second();
  expect(screen.getByText('Refresh in 2 s')).toBeVisible();
});

it('LOG-021 refreshes every ten seconds when nothing else is said', async () => {
  server.use(answers(logConfig, { logs: ['artifactory-service.log'] }), served('x\n'));
  renderArea(logScreens, address);
  await waitFor(() => expect(text()).toBe('x\n'));
  expect(screen.getByText('Refresh in 10 s')).toBeVisible();
});

it('leads from a file in which nothing stands to the others of the service', async () => {
  server.use(served('', record(30, 'asked')));
  const router = renderArea(logScreens, address);
  expect(await screen.findByText('Nothing has been written to this file yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'router-request.log' }));
  await waitFor(() => expect(text()).toContain('asked'));
  expect(router.state.location.search).toContain('router-request.log');
});

it('LOG-020 clears the text and starts at 0 when another file is chosen, and keeps the choice in the address', async () => {
  server.use(served('of the first\n', 'of the second\n'));
  const router = renderArea(logScreens, address);
  await waitFor(() => expect(text()).toBe('of the first\n'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Log file' }), 'router-request.log');
  await waitFor(() => expect(text()).toBe('of the second\n'));
  expect(asked[1]!.query.get('file_size')).toBe('0');
  expect(router.state.location.search).toBe('?file=router-request.log');
});

it('LOG-013 LOG-012 asks for another service and its first node, or for what the address names', async () => {
  server.use(served('a\n', 'b\n', 'c\n'));
  const router = renderArea(logScreens, address);
  await waitFor(() => expect(text()).toBe('a\n'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Service' }), 'Xray');
  await waitFor(() => expect(text()).toBe('b\n'));
  expect(asked[1]!.params.logType).toBe('jfxr');
  expect(asked[1]!.query.get('nodeId')).toBe('two');
  await act(() => router.navigate(address));
  await waitFor(() => expect(text()).toBe('c\n'));
  expect(asked[2]!.params.logType).toBe('jfrt');
});

it('LOG-016 takes the nodes from the single records when nothing is known of all', async () => {
  server.use(refuses(highAvailability, 'internal'), answers(nodeStatus, [{ service_id: 'jfrt@three', state: 'HEALTHY', node_id: 'three' }]), served('x\n'));
  renderArea(logScreens, address);
  await waitFor(() => expect(text()).toBe('x\n'));
  expect(screen.getByRole('combobox', { name: 'Node' })).toHaveDisplayValue('three');
});

it('LOG-007 says that no data was fetched, aloud and in place of the text', async () => {
  server.use(refuses(logConfig, 'internal'));
  renderArea(logScreens, address);
  expect(await screen.findByText('No Data Fetched')).toBeVisible();
  expect(screen.getByText('The list of log files could not be fetched')).toBeVisible();
});

it('LOG-007 says so too when the content of a log does not come', async () => {
  server.use(refuses(logData, new AppError(operationsWords.node_offline, { id: 'one' })));
  renderArea(logScreens, address);
  expect(await screen.findByText('No Data Fetched')).toBeVisible();
  expect(screen.getByText('The log could not be fetched')).toBeVisible();
  expect(screen.getByText(/The node one is offline/)).toBeVisible();
});

it('LOG-006 leads to the support zone, except on cloud', async () => {
  server.use(served('x\n'));
  renderArea(logScreens, address);
  expect(await screen.findByRole('link', { name: 'Support zone' })).toHaveAttribute('href', '/admin/support-zone');
  await waitFor(() => expect(text()).toBe('x\n'));
});

it('LOG-006 does not lead to the support zone on cloud', async () => {
  server.use(served('x\n'));
  renderArea(logScreens, address, { cloud: true });
  await waitFor(() => expect(text()).toBe('x\n'));
  expect(screen.queryByRole('link', { name: 'Support zone' })).toBeNull();
});

it('shows only the lines that hold what is looked for, and says when the file was cut', async () => {
  let size = 0;
  server.use(
    answers(logData, () => {
      size += 1;
      return size === 1 ? piece('GET /a\nPUT /b\nGET /c\n', 0) : { ...piece('GET /new\n', 0), file_id: '8' };
    }),
  );
  const router = renderArea(logScreens, address);
  await waitFor(() => expect(text()).toContain('PUT'));
  await userEvent.type(screen.getByRole('searchbox'), 'get');
  await waitFor(() => expect(text()).toBe('GET /a\nGET /c\n'));
  expect(screen.getByText('2 lines')).toBeVisible();
  expect(router.state.location.search).toBe('?search=get');
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Refresh now' }));
  await waitFor(() => expect(text()).toMatch(/GET \/c\n— the file was moved aside or cut.* —\nGET \/new\n$/));
});

it('reads lines as records, and narrows them by level, by text and to one request', async () => {
  const request = { requestId: 'r-7', method: 'GET', url: '/artifactory/x', milliseconds: 3.4, user: 'olivia' };
  const failure = { requestId: 'r-7', err: { type: 'Error', message: 'gone', stack: 'Error: gone\n    at here' } };
  server.use(
    served(`${record(30, 'started') + record(50, 'The upstream failed', failure) + record(30, '', { ...request, msg: undefined, status: 404 })}no record\n`),
  );
  const router = renderArea(logScreens, address);
  await waitFor(() => expect(text()).toContain('404 GET /artifactory/x · 3.4 ms · olivia'));
  await userEvent.click(screen.getByRole('button', { name: /ERROR.*The upstream failed/ }));
  expect(screen.getByText(/at here/)).toBeVisible();
  expect(router.state.location.search).toBe('?line=7.87');
  await userEvent.click(screen.getByRole('button', { name: 'Only this request' }));
  expect(router.state.location.search).toContain('request=r-7');
  expect(text()).not.toContain('started');
  expect(screen.getByRole('status')).toHaveTextContent('2 lines');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'ERROR and worse');
  expect(text()).not.toContain('404');
  await userEvent.click(screen.getByRole('button', { name: /Request r-7/ }));
  expect(text()).toContain('The upstream failed');
  await userEvent.type(screen.getByRole('searchbox'), 'nothing like it');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all lines' }));
  expect(text()).toContain('no record');
});

it('leads to the line that an address names, reads back to it, and says when it is gone', async () => {
  server.use(
    answers(logData, ({ query }) => {
      const until = Number(query.get('until') ?? 0);
      return until ? { ...piece('early\nsecond\n', 0), file_size: until } : piece('late\n', 13);
    }),
  );
  renderArea(logScreens, `${address}?line=7.6`);
  await waitFor(() => expect(text()).toContain('early\nsecond\nlate\n'));
  expect(screen.getByRole('button', { name: 'second' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.queryByRole('button', { name: 'Earlier lines' })).toBeNull();
});

it('says when the line of an address is no longer there', async () => {
  server.use(served('a\n'));
  renderArea(logScreens, `${address}?line=6.40`);
  expect(await screen.findByText(/no longer in this file/)).toBeVisible();
});

it('walks through records by keyboard', async () => {
  server.use(served('one\ntwo\nthree\n'));
  renderArea(logScreens, address);
  await waitFor(() => expect(text()).toContain('three'));
  screen.getByRole('button', { name: 'three' }).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(screen.getByRole('button', { name: 'two' })).toHaveFocus();
  await userEvent.keyboard('{Home}{Enter}');
  expect(screen.getByRole('button', { name: 'one' })).toHaveAttribute('aria-expanded', 'true');
});
