import * as routes from '@packhouse/contract/mission-control/bucket-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import area from '../area.ts';
import { testBucket, testOrder, testSplit, testStatus } from './test-bucket.ts';

prepareFormExamination();

const list = '/admin/license_management/license_buckets';
const key = 'k'.repeat(43);
const mandatory = /This field is mandatory/;

examineForm('buckets/new-bucket.tsx NewBucketPanel', {
  routes: area.routes,
  path: `${list}/add`,
  answers: [answers(routes.listBuckets, [testBucket])],
  submit: 'Add',
  good: { Name: 'acme', 'Signed URL': 'on', URL: 'https://issuer.example.test/bucket.json?signature=1', Key: key },
  wrong: [
    ['Name', '', mandatory],
    ['URL', '', mandatory],
    ['Key', '', mandatory],
    ['Name', 'a b', /Name can only contain alphanumeric characters, dashes and periods/],
    ['URL', 'ftp://issuer.example.test', /Enter a valid URL/],
    ['Key', 'short', /43 letters/],
  ],
  sends: routes.addBucket,
  reply: testBucket,
  names: { Name: 'name', URL: 'url', Key: 'key' },
});

examineForm('buckets/split-bucket.tsx SplitBucket', {
  routes: area.routes,
  path: list,
  answers: [answers(routes.listBuckets, [testBucket])],
  open: ['Actions acme', 'Split'],
  submit: 'Split bucket',
  good: { 'Number of licenses': '5', 'Bucket Name': 'acme-branch' },
  wrong: [
    ['Number of licenses', '', mandatory],
    ['Bucket Name', '', mandatory],
    ['Number of licenses', '21', /Value too high/],
    ['Bucket Name', 'a b', /Name can only contain/],
    ['Number of licenses', '1.5', /Decimal not allowed/],
    ['Number of licenses', '13', /more than the available number/],
  ],
  sends: routes.splitBucket,
  reply: { bucket: testSplit, key },
  names: { 'Number of licenses': 'licenses', 'Bucket Name': 'name' },
});

examineForm('buckets/attach-page.tsx AttachForm', {
  routes: area.routes,
  path: `${list}/attach/${testBucket.id}`,
  answers: [answers(routes.readBucketStatus, { ...testStatus, targets: testStatus.targets.slice(0, 1) })],
  submit: 'Attach License',
  good: { 'Licenses to attach to Berlin': '2' },
  wrong: [
    ['Licenses to attach to Berlin', '', mandatory],
    ['Licenses to attach to Berlin', '21', /Value too high/],
    ['Licenses to attach to Berlin', '1.5', /Decimal not allowed/],
    ['Licenses to attach to Berlin', '13', /more than the available number/],
  ],
  sends: routes.attachLicenses,
  reply: { results: [testOrder] },
  names: { 'Licenses to attach to Berlin': 'dto.0.licenses' },
});
