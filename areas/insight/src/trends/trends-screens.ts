import type { RouteObject } from 'react-router';

export const trendsPath = '/insight/trends';

/** What happened over a day, a week, a month or a year. */
export const trendScreens: RouteObject[] = [{ path: trendsPath, lazy: async () => ({ Component: (await import('./trends-page.tsx')).TrendsPage }) }];
