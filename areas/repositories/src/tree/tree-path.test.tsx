import { artifactDetails, browseTree } from '@packhouse/contract/repositories/artifact-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { deepLinks } from '../deep-links/deep-links-screens.ts';
import { getPlace, treePath } from './tree-path.ts';
import { treeScreens } from './tree-screens.ts';

prepareConsole();

const names = ['a%2Fb.txt', 'a%252Fb.txt', 'a b+c.txt', '100%.txt', 'q?h#s;.txt', 'ünï ☃.txt', '...', '[br]{c}'];

it.each(names)('reads the address that it gives to %s', (name) => {
  const place = { repoKey: 'files', path: `dir/${name}/${name}` };
  expect(getPlace(treePath(place))).toEqual(place);
});

it('reads an address that nobody encoded', () => {
  expect(getPlace('/repos/tree/files/100%/')).toEqual({ repoKey: 'files', path: '100%' });
  expect(getPlace('/repos/tree')).toEqual({ repoKey: undefined, path: '' });
});

it.each(['/repos/tree', '/repos/tree/General'])('asks for the very file that %s names', async (start) => {
  const asked: unknown[] = [];
  server.use(answers(browseTree, { items: [] }), refuses(artifactDetails, 'artifact_not_found'));
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).searchParams.get('path')));
  renderArea([...deepLinks, ...treeScreens], `${start}/files/a%252Fb.txt`);
  await waitFor(() => expect(asked).toContain('a%2Fb.txt'));
  server.events.removeAllListeners();
});
