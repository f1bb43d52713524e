import { type RouteObject, redirect } from 'react-router';

/** Command lines print addresses of artifacts with the tab they mean; the tree has one screen for all of them. */
export const deepLinks: RouteObject[] = ['General', 'Evidence'].map((tab) => ({
  path: `/repos/tree/${tab}/*`,
  // The rest of the address stays as it is: the router's parameters cannot tell a name that holds `%2F` from two names.
  loader({ request }) {
    const { pathname } = new URL(request.url);
    const start = `/repos/tree/${tab}`;
    return redirect(`/repos/tree${pathname.slice(pathname.indexOf(start) + start.length)}${tab === 'Evidence' ? '#evidence' : ''}`);
  },
}));
