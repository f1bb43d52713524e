import { errors } from '@packhouse/contract/errors.ts';
import * as routes from '@packhouse/contract/scanning/integration-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import area from '../area.ts';
import { gitSession, makeGroups, testIntegration, usedIntegration } from '../test-integration.ts';

prepareConsole();

const both = [testIntegration, usedIntegration];
let asked = 0;

function show(path = '/integrations/github', session: object = gitSession): void {
  asked = 0;
  server.use(
    answers(routes.listIntegrationGroups, () => {
      asked += 1;
      return makeGroups(both);
    }),
    answers(routes.listIntegrations, { items: [...both, { ...testIntegration, key: 'elsewhere', name: 'Elsewhere', vendorName: 'gitlab' }] }),
    answers(routes.listConnectedVcs, []),
  );
  renderArea(area.routes, path, session);
}

const names = async () => {
  await screen.findAllByRole('link', { name: / code$/ });
  return screen.getAllByRole('link', { name: / code$/ }).map(({ textContent }) => textContent);
};
async function offered(name: string): Promise<string[]> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions ${name}` }));
  const found = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
  await userEvent.keyboard('{Escape}');
  return found;
}

it('GIT-012 GIT-014 GIT-016 GIT-018 GIT-021 shows the connections of a vendor', async () => {
  show();
  expect(await names()).toEqual(['Shop code', 'Tools code']);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Github Instances2');
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem');
  expect(way.map(({ textContent }) => textContent)).toEqual(['Integrations', 'Github Instances']);
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim());
  expect(titles.filter((title) => title !== '' && title !== 'Actions')).toEqual(['Integration Name', 'URL', 'Product', 'Created On']);
  const at = new Date(testIntegration.updatedOn);
  const spell = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', options).format(at);
  expect(screen.getAllByText(`${spell({ dateStyle: 'short' })} | ${spell({ timeStyle: 'short' })}`)).toHaveLength(2);
});

it.each([
  ['github', 'Github Instances'],
  ['bitbucket_server', 'BitBucket Server Instances'],
  ['bitbucket_cloud', 'BitBucket Cloud Instances'],
  ['gitlab', 'GitLab Instances'],
])('GIT-013 calls %s as tables do', async (vendor, title) => {
  show(`/integrations/${vendor}`);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(title);
});

it('GIT-015 shows with a service only the connections that it uses', async () => {
  show('/integrations/github/xray');
  expect(await names()).toEqual(['Tools code']);
});

it('GIT-017 names the products, or asks for one', async () => {
  show();
  await names();
  expect(screen.getByText('Security scanning')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Select a Product' }));
  expect(await screen.findByText(/^shop-code is connected/)).toBeVisible();
});

it('GIT-019 GIT-020 offers to manage repositories where scanning uses the connection', async () => {
  show();
  expect(await offered('Tools code')).toEqual(['Manage Repositories', 'Edit Integratione', 'DeleteDel']);
  expect(await offered('Shop code')).toEqual(['Edit Integratione', 'DeleteDel']);
});

it('GIT-021 filters by what is typed', async () => {
  show();
  await names();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search connections' }), 'git.example');
  await waitFor(async () => expect(await names()).toEqual(['Tools code']));
});

it('GIT-022 reads into the table what scanning knows', async () => {
  show();
  await names();
  const found = { ...usedIntegration, key: 'found', name: 'Found code', integration_id: 'found', vendor_code: 1, integration_type: 1 };
  server.use(answers(routes.listVcsIntegrations, [found]));
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('1 integration was read')).toBeVisible();
  await waitFor(async () => expect(await names()).toEqual(['Found code']));
});

async function remove(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions Shop code' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the integration Shop code?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete integration' }));
}

it('GIT-047 GIT-059 deletes a connection and begins anew', async () => {
  show();
  let gone = '';
  server.use(
    answers(routes.deleteIntegration, ({ params }) => {
      gone = params.integrationKey ?? '';
    }),
  );
  await names();
  const before = asked;
  await remove();
  expect(await screen.findByText('Successfully deleted shop-code')).toBeVisible();
  expect(gone).toBe('shop-code');
  await waitFor(() => expect(asked).toBeGreaterThan(before));
});

it('GIT-060 says that nothing was deleted', async () => {
  show();
  server.use(refuses(routes.deleteIntegration, 'internal'));
  await remove();
  expect(await screen.findByText('Error while deleting integration')).toBeVisible();
  expect(screen.getByText(errors.internal.en)).toBeVisible();
});

it('says so where nothing of Git is scanned, and of a vendor that there is not', async () => {
  show('/integrations/github', { features: {} });
  expect(await screen.findByText('Git repositories are not scanned on this platform')).toBeVisible();
});
