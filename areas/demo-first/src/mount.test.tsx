import { prepareConsole, renderArea } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import demo from './area.ts';

prepareConsole();

it('keeps a state of its own', async () => {
  renderArea([{ path: '/', Component: demo.Mount ?? null }], '/');
  await userEvent.click(screen.getByRole('button', { name: 'Press' }));
  expect(screen.getByText('Pressed 1 time')).toBeVisible();
});
