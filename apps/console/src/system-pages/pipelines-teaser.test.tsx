import { prepareConsole, renderArea } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pipelinePaths, pipelinesDetour } from '../navigation/pipelines-teaser.ts';
import { PipelinesTeaserPage } from './pipelines-teaser-page.tsx';

prepareConsole();

const routes = [{ path: pipelinePaths.teaser, Component: PipelinesTeaserPage }];

it('PIPE-001 the teaser says what pipelines are, and that their service is absent', async () => {
  renderArea(routes, '/pipelines-teaser');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Pipelines');
  expect(screen.getByText('The pipelines service is not part of this installation.')).toBeVisible();
  expect(screen.getByText(/promotes, signs and distributes/)).toBeVisible();
});

it('PIPE-003 the teaser leads to the pipelines where the service runs, and the pipelines to the teaser where it does not', async () => {
  const router = renderArea(routes, '/pipelines-teaser', { services: { pipelines: '1' } });
  await expect.poll(() => router.state.location.pathname).toBe('/pipelines');
  const ways = ['/pipelines', '/pipelines/release', '/pipelinesSearchResults', '/pipelines-teaser', '/packages'];
  expect(ways.map((path) => pipelinesDetour(path, { services: {} }))).toEqual([
    '/pipelines-teaser',
    '/pipelines-teaser',
    '/pipelines-teaser',
    undefined,
    undefined,
  ]);
  expect(ways.map((path) => pipelinesDetour(path, { services: { pipelines: '1' } }))).toEqual(ways.map(() => undefined));
});
