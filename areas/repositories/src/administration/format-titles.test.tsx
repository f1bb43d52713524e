import { formatIds, getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { listClientCertificates } from '@packhouse/contract/repositories/key-routes.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { availablePackages } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { administrationScreens } from './administration-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const titles = formatIds.map((id) => getCard(id).title);
const items = formatIds.map((format) => {
  return { key: `here-${format}`, class: 'local' as const, format, description: '', url: `https://a.example/${format}`, modifiedAt: at };
});

it('calls every format by the name of its card in the list of repositories, its filter and its chip', async () => {
  server.use(answers(listRepositories, { items, total: items.length }));
  renderArea(administrationScreens, '/admin/repositories');
  await screen.findByRole('link', { name: 'here-docker' });
  for (const title of titles) expect(screen.getByText(title)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Package type' }));
  for (const title of titles) expect(screen.getByRole('menuitemradio', { name: title })).toBeVisible();
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Docker' }));
  expect(await screen.findByRole('button', { name: /: Docker/ })).toBeVisible();
});

it('offers every format by that name for a new repository', async () => {
  server.use(answers(availablePackages, [...formatIds]), answers(listProxies, { items: [] }), answers(listClientCertificates, { items: [] }));
  renderArea(administrationScreens, '/admin/repositories/local/new');
  await screen.findByRole('radio', { name: titles[0]! });
  // Looking for each by its role takes seconds: the roles of all elements are worked out again each time.
  for (const title of titles) expect(screen.getByLabelText(title, { selector: 'input[type=radio]' })).toBeInTheDocument();
});
