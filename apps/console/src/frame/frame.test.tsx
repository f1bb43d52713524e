import { nobody } from '@packhouse/console-kit/session/session.ts';
import { prepareConsole, signIn } from '@packhouse/testkit/console/render-area.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { Frame } from './frame.tsx';

prepareConsole();

it('tells inside of the main part that the next page is on its way', async () => {
  signIn({ ...nobody, kind: 'user', name: 'ann', administrator: true });
  const slow = Promise.withResolvers<null>();
  const router = createMemoryRouter(
    [
      {
        path: '/',
        element: <Frame />,
        children: [
          { index: true, element: <h1>First</h1> },
          { path: 'packages', loader: () => slow.promise, element: <h1>Second</h1> },
        ],
      },
    ],
    { initialEntries: ['/'] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'First' });
  act(() => void router.navigate('/packages'));
  expect(await within(screen.getByRole('main')).findByRole('progressbar')).toBeVisible();
  slow.resolve(null);
  await screen.findByRole('heading', { name: 'Second' });
  expect(screen.queryByRole('progressbar')).toBeNull();
});
