import { route } from '@packhouse/contract/route.ts';
import { repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, loses, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server } from '@packhouse/testkit/console/render-area.tsx';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { setSession } from '../session/session.ts';
import { call, onQuota } from './calls.ts';
import { watchConnection } from './connection.ts';
import { getCurl } from './curl.ts';

prepareConsole();

const ofProject = route('ofProject', {
  summary: 'Things of a project',
  method: 'GET',
  url: '/ui/api/v1/things',
  access: 'user',
  query: z.object({ projectKey: z.string().optional() }),
  reply: z.array(z.string()),
});

it('SHELL-085 carries the chosen project in requests as projectKey, unless all are chosen or the call names one itself', async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers(ofProject, ({ query }) => {
      asked.push(query.get('projectKey'));
      return [];
    }),
  );
  await call(ofProject, {});
  setSession({ projectKey: 'red' });
  await call(ofProject, {});
  await call(ofProject, { query: { projectKey: 'blue' } });
  expect(asked).toEqual([null, 'red', 'blue']);
  expect(getCurl(ofProject, {})).toContain('projectKey=red');
});

it('asks calls that know no project without one', async () => {
  setSession({ projectKey: 'red' });
  let search = '?';
  server.use(
    answers(repositoryData, ({ query }) => {
      search = query.toString();
      return [];
    }),
  );
  await call(repositoryData, {});
  expect(search).toBe('');
});

it.each(['transfer_quota_exceeded', 'quota_exceeded'] as const)('tells the shell of a quota that is used up (%s)', async (code) => {
  const told = vi.fn();
  const stop = onQuota(told);
  server.use(refuses(repositoryData, code));
  await expect(call(repositoryData, {})).rejects.toMatchObject({ code });
  stop();
  await expect(call(repositoryData, {})).rejects.toBeInstanceOf(Error);
  expect(told).toHaveBeenCalledTimes(1);
});

it('notes when the server is lost and found again, not each call in between', async () => {
  const changed = vi.fn();
  const stop = watchConnection(changed);
  server.use(loses(repositoryData));
  await expect(call(repositoryData, {})).rejects.toMatchObject({ status: 0 });
  await expect(call(repositoryData, {})).rejects.toMatchObject({ status: 0 });
  expect(changed).toHaveBeenCalledTimes(1);
  server.use(answers(repositoryData, []));
  await call(repositoryData, {});
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
});
