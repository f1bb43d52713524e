import * as routes from '@packhouse/contract/events/hook-routes.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { expectEveryForm } from '@packhouse/testkit/console/every-form.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import area from './area.ts';
import { testDomains, testHook } from './test-hook.ts';

prepareFormExamination();
expectEveryForm(import.meta.dirname);

const read = [answers(routes.listHookDomains, testDomains), answers(listProxies, { items: [] })];
const deployed = 'Deployed A file was uploaded';
const mandatory = /This field is mandatory/;
const signs = 'Sign payload with the secret';
const names = { Name: 'key', Description: 'description', [deployed]: 'event_filter.event_types', URL: 'handlers.0.url', Secret: 'handlers.0.secret' };

examineForm('form/webhook-form-page.tsx NewWebhookPage', {
  routes: area.routes,
  path: '/admin/configuration/webhooks/new',
  answers: read,
  submit: 'Create webhook',
  good: { Name: 'builds-hook', Description: 'Builds', [deployed]: 'on', URL: 'https://builds.example.test/hook', Secret: 'secret', [signs]: 'off' },
  wrong: [
    ['Name', '', mandatory],
    [deployed, 'off', mandatory],
    ['URL', '', mandatory],
    ['Name', '1st', /Name cannot contain special characters/],
    ['URL', 'ftp://builds.example.test', /Enter a valid URL/],
    ['Name', 'a', /Name cannot contain special characters/],
    ['URL', 'https://10.1.2.3/hook', /Enter a valid URL/],
    ['Name', 'two words', /Name cannot contain special characters/],
    ['URL', 'https://builds.example.test:9', /Enter a valid URL/],
  ],
  sends: routes.createHook,
  reply: testHook,
  names,
  exists: ['already_exists', 'Name'],
});

const { Name: _, ...changeable } = names;

examineForm('form/webhook-form-page.tsx EditForm', {
  routes: area.routes,
  path: '/admin/configuration/webhooks/edit/builds-hook',
  answers: [...read, answers(routes.readHook, testHook)],
  submit: 'Save changes',
  good: { Description: 'Builds', [deployed]: 'on', URL: 'https://builds.example.test/other', Secret: 'other' },
  wrong: [
    [deployed, 'off', mandatory],
    ['URL', '', mandatory],
  ],
  sends: routes.updateHook,
  reply: testHook,
  names: changeable,
});
