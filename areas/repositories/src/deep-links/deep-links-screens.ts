import { buildDocumentPath } from '@packhouse/contract/repositories/build-document.ts';
import { commonBuildRepository } from '@packhouse/contract/repository-keys.ts';
import { type RouteObject, redirect } from 'react-router';
import { treePath } from '../tree/tree-path.ts';

/** Command lines print addresses of artifacts with the tab they mean; the tree has one screen for all of them. */
const tabs: RouteObject[] = ['General', 'Evidence'].map((tab) => ({
  path: `/repos/tree/${tab}/*`,
  // The rest of the address stays as it is: the router's parameters cannot tell a name that holds `%2F` from two names.
  loader({ request }) {
    const { pathname } = new URL(request.url);
    const start = `/repos/tree/${tab}`;
    return redirect(`/repos/tree${pathname.slice(pathname.indexOf(start) + start.length)}${tab === 'Evidence' ? '#evidence' : ''}`);
  },
}));

/** Evidence of a build is given to its document, and stands with that file. */
const buildEvidence: RouteObject = {
  path: '/builds/:name/:number/:started/Evidence',
  loader({ request, params: { name = '', number = '', started } }) {
    const repoKey = new URL(request.url).searchParams.get('buildRepo') || commonBuildRepository;
    return redirect(`${treePath({ repoKey, path: buildDocumentPath(name, number, Number(started)) })}#evidence`);
  },
};

export const deepLinks: RouteObject[] = [...tabs, buildEvidence];
