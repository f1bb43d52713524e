import type { Report } from '@packhouse/contract/scanning/report-routes.ts';

const time = '2026-01-01T00:00:00.000Z';

/** A report as the server tells it. */
export const testReport: Report = {
  id: 7,
  name: 'Monday',
  report_type: 'vulnerabilities',
  status: 'completed',
  author: 'ada',
  total_artifacts: 3,
  num_of_processed_artifacts: 3,
  progress: 100,
  number_of_rows: 1,
  start_time: time,
  end_time: time,
  created: time,
  resources: {},
  filters: {},
  cron_schedule: '0 6 * * 1',
  next_time: time,
  emails: [],
  readable: true,
};
