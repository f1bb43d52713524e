import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { storedFile } from '@packhouse/contract/repositories/protocol-routes.ts';
import { readIndex } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { scanNow, searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { answers, on, refuse, refuses, send } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { scanningScreens } from '../scanning-screens.ts';

prepareConsole();
const session = { services: { xray: '1' }, features: { scanStatus: true } } as const;
const row = {
  component_id: 'npm://app',
  name: 'app',
  version: '1.0.0',
  package_type: 'npm' as const,
  repository: 'js',
  status: 'scan failed' as const,
  vulnerabilities: null,
};
const repository = { name: 'js', type: 'local', pkg_type: 'npm', indexed: true, scanned: 2, total: 3 };
const some = answers(searchComponents, { data: [row], total_count: 1, unused: [] });
const scanIt = async () => {
  await userEvent.click(within((await screen.findByText('scan failed')).closest('tr')!).getByRole('button', { name: /app 1.0.0/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Scan now/ }));
};

it('SEC-011 SHELL-074 lists what is scanned under its title, repositories and versions', async () => {
  server.use(answers(readIndex, { data: [repository], total_count: 1 }), some);
  renderArea(scanningScreens, '/scans-list', session);
  expect(await screen.findByText('2 of 3')).toBeVisible();
  expect(await screen.findByText('scan failed')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Scans List');
});

it('scans a version again', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(readIndex, { data: [repository], total_count: 1 }),
    some,
    answers(scanNow, ({ body }) => {
      asked.push(body);
      return { status: 'in progress' as const };
    }),
  );
  renderArea(scanningScreens, '/scans-list', session);
  await scanIt();
  expect(await screen.findByText('app 1.0.0 is being scanned')).toBeVisible();
  expect(asked).toEqual([{ packageId: 'npm://app', version: '1.0.0', repoKey: 'js' }]);
});

it('SEC-049 tells in notifications why repositories cannot be listed and why nothing can be scanned', async () => {
  server.use(refuses(readIndex, 'unavailable'), some, refuses(scanNow, new AppError(kernelWords.action_needed, { action: 'manage', name: 'js' })));
  renderArea(scanningScreens, '/scans-list', session);
  expect((await screen.findAllByText('The service is not ready; try again in a moment')).length).toBeGreaterThan(0);
  await scanIt();
  expect(await screen.findByText(/You need 'manage' on js/)).toBeVisible();
});

it('SEC-006 asks for no state of scans where the installation does not show them', async () => {
  const asked: string[] = [];
  server.use(
    answers(searchComponents, () => {
      asked.push('scans');
      return { data: [], total_count: 0, unused: [] };
    }),
  );
  renderArea(scanningScreens, '/scans-list', { ...session, features: { scanStatus: false } });
  expect(await screen.findByText('Scans are not shown on this installation')).toBeVisible();
  expect(asked).toEqual([]);
});

it('takes bills of materials into repositories of plain files, under names by which they are known, and nothing else', async () => {
  const sent: string[] = [];
  const there = new Set(['/artifactory/files/there.spdx.json']);
  server.use(
    answers(readIndex, { data: [repository, { ...repository, name: 'files', pkg_type: 'generic' }], total_count: 2 }),
    some,
    on(storedFile, ({ address }) => (there.has(address) ? send(null) : refuse('artifact_not_found')), 'HEAD'),
    on(
      storedFile,
      ({ address }) => {
        sent.push(address);
        return sent.length > 1 ? refuse('quota_exceeded') : send('{}', { media: 'application/json', status: 201 });
      },
      'PUT',
    ),
  );
  renderArea(scanningScreens, '/scans-list', session);
  const choose = async (name: string, content: string) => {
    await userEvent.upload(await screen.findByLabelText('SBOM'), new File([content], name, { type: 'application/json' }));
    await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  };
  const upload = async (name: string, content: string) => {
    await userEvent.click(within((await screen.findByText('files', { selector: '.ph-main-link' })).closest('tr')!).getByRole('button', { name: /files/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Upload SBOM/ }));
    await choose(name, content);
  };
  await upload('shop.json', '{"bomFormat":"CycloneDX","components":[]}');
  expect(await screen.findByText('shop.cdx.json is in files, and is being read')).toBeVisible();
  // The same from the head of the page, where who has none yet looks for it; what was wrong is said beside the file.
  await userEvent.click(screen.getByRole('button', { name: 'Upload SBOM' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
  expect(await screen.findByText('Choose a file')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Repository' })).toHaveValue('files');
  await choose('there.spdx.json', '{"spdxVersion":"SPDX-2.3"}');
  expect(await screen.findByText(/there.spdx.json is in files already/)).toBeVisible();
  await choose('other.json', '{"name":"x"}');
  expect(await screen.findByText(/other.json is no CycloneDX/)).toBeVisible();
  await choose('more.cdx.json', '{"bomFormat":"CycloneDX"}');
  expect(await screen.findByText('The storage quota of the repository is used up')).toBeVisible();
  expect(sent).toEqual(['/artifactory/files/shop.cdx.json', '/artifactory/files/more.cdx.json']);
});

it('says where an SBOM could be kept while there is no such place', async () => {
  server.use(answers(readIndex, { data: [repository], total_count: 1 }), some);
  renderArea(scanningScreens, '/scans-list', { ...session, administrator: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Upload SBOM' }));
  expect(await screen.findByText(/local repositories of plain files whose scanning is on/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create repository' })).toHaveAttribute('href', '/admin/repositories/local/new?format=generic');
});
