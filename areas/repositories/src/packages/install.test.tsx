import { getSetMeUp } from '@packhouse/contract/repositories/package-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { InstallCommand } from './install.tsx';

prepareConsole();

const route = { path: '/here', element: <InstallCommand format="docker" name="team/app" version="1.0" repo="docker-local" /> };

it('PROXY-009 names the host that the web server in front gives the repository', async () => {
  const baseUrl = 'https://packages.example.org';
  server.use(answers(getSetMeUp, { baseUrl, registry: { host: 'docker-local.packages.example.org', prefix: '' } }));
  renderArea([route], '/here', { baseUrl });
  expect(await screen.findByText('docker pull docker-local.packages.example.org/team/app:1.0')).toBeVisible();
});

it('names the repository in the path where no host stands for it', async () => {
  server.use(answers(getSetMeUp, { baseUrl: 'https://packages.example.org' }));
  renderArea([route], '/here', { baseUrl: 'https://packages.example.org' });
  expect(await screen.findByText('docker pull packages.example.org/docker-local/team/app:1.0')).toBeVisible();
});
