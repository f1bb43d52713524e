import { createApplication, listApplications } from '@packhouse/contract/access/access-application-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { applicationScreens } from './applications-screens.ts';

prepareFormExamination();

const callback = 'https://board.example.org/back';

examineForm('applications/new-application-page.tsx NewApplicationPage', {
  routes: applicationScreens,
  path: '/admin/configuration/integrations/new',
  answers: [answers(listApplications, [])],
  submit: 'Create integration',
  good: { 'Application Name': 'board', Description: 'Shows builds', 'Callback URL': callback, 'Platform Base Url': 'https://packages.example.org' },
  wrong: [
    ['Application Name', '', /This field is mandatory/],
    ['Application Name', 'my board', /Name cannot contain spaces or special characters/],
    ['Callback URL', '', /This field is mandatory/],
    ['Callback URL', 'http://board.example.org', /Enter an address that begins with https/],
    ['Platform Base Url', 'packages', /Enter an address such as/],
  ],
  sends: createApplication,
  reply: {
    id: 'abc',
    clientId: 'abc',
    secret: 'x',
    name: 'board',
    type: 'confidential',
    description: '',
    callbackUrls: [callback],
    baseUrl: 'https://packages.example.org',
    createdAt: '2026-01-01T00:00:00.000Z',
    users: 0,
  },
  names: { 'Application Name': 'name', Description: 'description', 'Callback URL': 'callbackUrls.0', 'Platform Base Url': 'baseUrl' },
  exists: ['already_exists', 'Application Name'],
});
