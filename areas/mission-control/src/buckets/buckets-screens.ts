import type { RouteObject } from 'react-router';

export const bucketListPath = '/admin/license_management/license_buckets';
export const addBucketPath = `${bucketListPath}/add`;

export function attachPath(id: string): string {
  return `${bucketListPath}/attach/${id}`;
}

export function reportPath(id: string): string {
  return `${bucketListPath}/report/${id}`;
}

/** License buckets: the list with the panel for a new one, attaching, and what is known of one. */
export const bucketScreens: RouteObject[] = [
  { id: 'license_buckets', path: bucketListPath, lazy: async () => ({ Component: (await import('./bucket-list-page.tsx')).BucketListPage }) },
  { id: 'add_license_buckets', path: addBucketPath, lazy: async () => ({ Component: (await import('./bucket-list-page.tsx')).AddBucketPage }) },
  {
    id: 'attach_license',
    path: `${bucketListPath}/attach/:licenseBucketId`,
    lazy: async () => ({ Component: (await import('./attach-page.tsx')).AttachPage }),
  },
  { id: 'bucket_report', path: `${bucketListPath}/report/:licenseBucketId`, lazy: async () => ({ Component: (await import('./report-page.tsx')).ReportPage }) },
];
