import type { RouteObject } from 'react-router';

export const reportListPath = '/security/reports';
export const newReportPath = `${reportListPath}/new`;

export const reportPath = (id: number) => `${reportListPath}/${id}`;

/** Reports, a new one, and what one holds. */
export const reportScreens: RouteObject[] = [
  { path: reportListPath, lazy: async () => ({ Component: (await import('./report-list-page.tsx')).ReportListPage }) },
  { path: newReportPath, lazy: async () => ({ Component: (await import('./report-form-page.tsx')).NewReportPage }) },
  { path: `${reportListPath}/:reportId`, lazy: async () => ({ Component: (await import('./report-page.tsx')).ReportPage }) },
];
