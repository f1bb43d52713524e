import { type RouteObject, redirect } from 'react-router';

/** Command lines print addresses of artifacts with the tab they mean; the tree has one screen for all of them. */
function toTree({ params }: { params: { '*'?: string } }): Response {
  const place = (params['*'] ?? '').split('/').map(encodeURIComponent).join('/');
  return redirect(`/repos/tree/${place}`);
}

export const deepLinks: RouteObject[] = ['General', 'Evidence'].map((tab) => ({ path: `/repos/tree/${tab}/*`, loader: toTree }));
