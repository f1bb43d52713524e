import { prepareConsole, renderArea } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import demo from './area.ts';

prepareConsole();

it('sees the session that the shell gives to all parts', () => {
  renderArea([{ path: '/', Component: demo.Mount ?? null }], '/', { name: 'ann', services: { access: '1.0.0', artifactory: '1.0.0' } });
  expect(screen.getByText('ann')).toBeVisible();
  expect(screen.getByText('access, artifactory')).toBeVisible();
});
