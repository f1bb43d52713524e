import { call } from '@packhouse/console-kit/calls/calls.ts';
import { browseTree } from '@packhouse/contract/repositories/artifact-routes.ts';
import { footer } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, loses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { treeScreens } from './tree-screens.ts';

prepareConsole();

it('UX-004 asks for the tree again as soon as the server is there again', async () => {
  // Without a layout nothing would be in sight of the virtual list.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  server.use(loses(browseTree));
  renderArea(treeScreens, '/repos/tree');
  expect(await screen.findByText('The server cannot be reached')).toBeVisible();
  const items = [{ kind: 'repository' as const, repoKey: 'files', path: '', name: 'files', class: 'local' as const, format: 'generic' as const }];
  server.use(answers(browseTree, { items }), answers(footer, { logoUrl: null, userLogo: false, anonymousAccess: false, buildLine: '', message: '' }));
  // Whatever call finds the server again, here one that the page knows nothing of.
  await call(footer, {});
  expect(await screen.findByRole('row', { name: /files/ })).toBeVisible();
});
