import { listMarks, toggleFavourite, unwatchArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { markScreens } from './marks-screens.ts';

prepareConsole();

const both = { repoKey: 'libs', path: 'org/tool.jar', favourite: true, watched: true };
const liked = { repoKey: 'far-cache', path: '', favourite: true, watched: false };
const watched = { repoKey: 'libs', path: 'org', favourite: false, watched: true };

it('ARTI-016 ARTI-018 lists what somebody likes and watches, and leads there', async () => {
  server.use(answers(listMarks, { items: [both, liked, watched] }));
  renderArea(markScreens, '/marks');
  expect(await screen.findByRole('link', { name: 'tool.jar' })).toHaveAttribute('href', '/repos/tree/libs/org/tool.jar');
  const row = (name: RegExp) => screen.getByRole('row', { name });
  expect(within(row(/tool\.jar/)).getByText('Favourite')).toBeVisible();
  expect(within(row(/tool\.jar/)).getByText('Watched')).toBeVisible();
  expect(screen.getAllByRole('row')).toHaveLength(4);
  await userEvent.click(screen.getByRole('link', { name: 'Watches' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  await userEvent.click(screen.getByRole('link', { name: 'Favourites' }));
  await waitFor(() => expect(screen.queryByText('org', { exact: true })).toBeNull());
});

it('ARTI-017 ARTI-018 lets go of what is watched or liked', async () => {
  let items = [both];
  const asked: unknown[] = [];
  server.use(
    answers(listMarks, () => ({ items })),
    answers(unwatchArtifact, ({ body }) => {
      asked.push(['unwatch', body]);
      items = [{ ...both, watched: false }];
      return { watched: false, favourite: true };
    }),
    answers(toggleFavourite, ({ body }) => {
      asked.push(['favourite', body]);
      items = [];
      return { watched: false, favourite: false };
    }),
  );
  renderArea(markScreens, '/marks');
  const choose = async (name: string) => {
    await userEvent.click(within(await screen.findByRole('row', { name: /tool\.jar/ })).getByRole('button', { name: /actions/i }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Unwatch');
  await waitFor(() => expect(screen.queryByText('Watched')).toBeNull());
  await choose('Remove from favourites');
  expect(await screen.findByText('Nothing marked yet')).toBeVisible();
  const place = { repoKey: 'libs', path: 'org/tool.jar' };
  expect(asked).toEqual([
    ['unwatch', place],
    ['favourite', place],
  ]);
});
