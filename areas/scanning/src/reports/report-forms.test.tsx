import { createReport } from '@packhouse/contract/scanning/report-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { reportScreens } from './reports-screens.ts';
import { testReport } from './test-report.ts';

prepareFormExamination();
const session = { administrator: true, services: { xray: '1' } } as const;

examineForm('reports/report-form-page.tsx NewReportPage', {
  routes: reportScreens,
  path: '/security/reports/new',
  session,
  answers: [answers(listProjects, [])],
  submit: 'Create report',
  good: { Name: 'Monday', Component: 'npm://app', Schedule: '0 6 * * 1', 'Mail to': 'a@example.com' },
  wrong: [['Name', '', /Fill this in|Give the report a name/]],
  sends: createReport,
  reply: testReport,
  names: {
    Name: 'name',
    Component: 'filters.component',
    Schedule: 'cron_schedule',
    'Mail to': 'notify.emails.0',
  },
});
