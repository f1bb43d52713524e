import { createReport } from '@packhouse/contract/scanning/report-routes.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { reportScreens } from './reports-screens.ts';
import { testReport } from './test-report.ts';

prepareFormExamination();
const session = { administrator: true, services: { xray: '1' } } as const;

examineForm('reports/report-form-page.tsx NewReportPage', {
  routes: reportScreens,
  path: '/security/reports/new',
  session,
  submit: 'Create report',
  good: { Name: 'Monday', Repositories: 'js', Component: 'npm://app', Schedule: '0 6 * * 1', 'Mail to': 'a@example.com' },
  wrong: [['Name', '', /Fill this in|Give the report a name/]],
  sends: createReport,
  reply: testReport,
  names: {
    Name: 'name',
    Repositories: 'resources.repositories.0.name',
    Component: 'filters.component',
    Schedule: 'cron_schedule',
    'Mail to': 'notify.emails.0',
  },
});
