import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { setLive } from '@packhouse/console-kit/calls/live-events.ts';
import { listMarks } from '@packhouse/contract/repositories/artifact-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WatchNotices } from './watch-notices.tsx';

prepareConsole();

/** A stream through which a test says what happens. */
class Stream {
  static opened: Stream | undefined;
  onmessage?: (message: { data: string }) => void;
  constructor() {
    Stream.opened = this;
  }
  addEventListener(): void {}
  close(): void {}
}

let asked = 0;
beforeEach(() => {
  asked = 0;
  queryClient.clear();
  vi.stubGlobal('EventSource', Stream);
  const watched = { favourite: false, watched: true };
  server.use(
    answers(listMarks, () => {
      asked += 1;
      return {
        items: [
          { repoKey: 'libs', path: 'org', ...watched },
          { repoKey: 'far-cache', path: '', ...watched },
          { repoKey: 'liked', path: '', favourite: true, watched: false },
        ],
      };
    }),
  );
  setLive(true);
});
afterEach(() => setLive(false));

const happens = (type: string, repository: string, path: string, by = 'bob') =>
  act(() => Stream.opened?.onmessage?.({ data: JSON.stringify({ id: 1, type, subject: `${repository}/${path}`, data: { repository, path, by }, at: '' }) }));

it('ARTI-016 tells of changes in what somebody watches, and leads there', async () => {
  const router = renderArea([{ path: '*', element: <WatchNotices /> }], '/packages', { name: 'ann' });
  happens('artifact.deployed', 'libs', 'org/tool.jar');
  const notice = await screen.findByText('bob deployed org/tool.jar, which you watch', {}, { timeout: 5000 });
  await userEvent.click(within(notice.closest<HTMLElement>('[role=status], [role=alert]')!).getByRole('button', { name: 'Show' }));
  expect(router.state.location.pathname).toBe('/repos/tree/libs/org');
  happens('artifact.deleted', 'far', 'a');
  happens('artifact.deployed', 'far', 'b');
  expect(await screen.findByText('2 changes in far-cache, which you watch', {}, { timeout: 5000 })).toBeVisible();
  expect(asked).toBe(1);
});

it('ARTI-017 says nothing of what nobody watches, and of what one does oneself', async () => {
  renderArea([{ path: '*', element: <WatchNotices /> }], '/packages', { name: 'ann' });
  happens('artifact.deployed', 'libs', 'org/own.jar', 'ann');
  happens('artifact.deployed', 'liked', 'x');
  happens('artifact.deployed', 'libs', 'organ/x');
  happens('folder.deleted', 'libs', 'org');
  expect(await screen.findByText('bob deleted org, which you watch', {}, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByText(/own\.jar|organ|liked|changes/)).toBeNull();
});
