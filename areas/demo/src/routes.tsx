import { Navigate, type RouteObject } from 'react-router';
import { DemoFrame } from './demo-frame.tsx';

/** The demo with its children, and the template. */
export const demoScreens: RouteObject[] = [
  {
    id: 'demo',
    path: '/demo',
    Component: DemoFrame,
    children: [
      { index: true, element: <Navigate to="/demo/tree" replace /> },
      { id: 'tree.demo', path: 'tree', lazy: async () => ({ Component: (await import('./tree-page.tsx')).TreePage }) },
      {
        path: 'typescript',
        children: [
          { index: true, element: <Navigate to="/demo/typescript/greeting" replace /> },
          { path: 'greeting', lazy: async () => ({ Component: (await import('./greeting-page.tsx')).GreetingPage }) },
        ],
      },
      { path: 'multi-mfe-mounting-container', lazy: async () => ({ Component: (await import('./mounting-page.tsx')).MountingPage }) },
    ],
  },
  { id: 'template', path: '/template', lazy: async () => ({ Component: (await import('./template-page.tsx')).TemplatePage }) },
];
