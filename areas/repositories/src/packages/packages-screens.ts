import type { RouteObject } from 'react-router';
import { leadToDeepImage, leadToImage } from './image-address.ts';

/** The package screens: list, package, version with its tabs. */
export const packageScreens: RouteObject[] = [
  { path: '/packages', lazy: async () => ({ Component: (await import('./package-list-page.tsx')).PackageListPage }) },
  { path: '/packages/:packageId', lazy: async () => ({ Component: (await import('./package-page.tsx')).PackagePage }) },
  { path: '/packages/:packageId/by-digest/:digest', lazy: async () => ({ Component: (await import('./image-page.tsx')).ImagePage }) },
  { path: '/packages/*', loader: leadToDeepImage },
  {
    path: '/packages/:packageId/:versionId',
    loader: leadToImage,
    lazy: async () => ({ Component: (await import('./version-page.tsx')).VersionPage }),
    children: [
      { index: true, lazy: async () => ({ Component: (await import('./default-tab.tsx')).DefaultTab }) },
      { path: 'readme', lazy: async () => ({ Component: (await import('./readme-tab.tsx')).ReadmeTab }) },
      { path: 'properties', lazy: async () => ({ Component: (await import('./properties-tab.tsx')).PropertiesTab }) },
      { path: 'files', lazy: async () => ({ Component: (await import('./files-tab.tsx')).FilesTab }) },
      { path: 'dependencies', lazy: async () => ({ Component: (await import('./dependencies-tab.tsx')).DependenciesTab }) },
      { path: 'builds', lazy: async () => ({ Component: (await import('./builds-tab.tsx')).BuildsTab }) },
      { path: 'security', lazy: async () => ({ Component: (await import('./security-tab.tsx')).SecurityTab }) },
      { path: 'layers', lazy: async () => ({ Component: (await import('./layers-tab.tsx')).LayersTab }) },
    ],
  },
];
