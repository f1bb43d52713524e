import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { firewallScreens } from './firewall-screens.ts';
import { testException, testRule } from './test-firewall.ts';

prepareFormExamination();

const session = { administrator: true, services: { xray: '1' } } as const;
const mandatory = /Fill this in|Give the rule a name/;
const names = { Called: 'name', 'in so many days': 'condition.days', 'unless the package is': 'except.0' };
const wrong = [
  ['Called', '', mandatory],
  ['in so many days', '0', /from 1 to 365/],
] as const;

examineForm('firewall/firewall-rule-drawer.tsx FirewallRuleDrawer', {
  routes: firewallScreens,
  path: '/security/firewall?rule=new',
  session,
  answers: [answers(contract.listFirewallRules, { items: [] })],
  submit: 'Create rule',
  good: { 'in so many days': '7', 'unless the package is': '@acme/*', Called: 'A week' },
  wrong,
  sends: contract.createFirewallRule,
  reply: testRule,
  names,
  exists: ['already_exists', 'Called'],
});

examineForm('firewall/firewall-rule-drawer.tsx FirewallRuleDrawer of a rule', {
  routes: firewallScreens,
  path: '/security/firewall?rule=7',
  session,
  answers: [answers(contract.listFirewallRules, { items: [testRule] })],
  submit: 'Save changes',
  good: { 'in so many days': '7', 'unless the package is': '@acme/*', Called: 'A week' },
  wrong,
  sends: contract.updateFirewallRule,
  reply: testRule,
  names,
});

examineForm('firewall/ask-page.tsx AskForm', {
  routes: firewallScreens,
  path: '/security/firewall/ask?rule=7&repository=npm-remote&package=left-pad&version=1.3.1',
  session: { administrator: false },
  submit: 'Ask',
  good: { Package: 'left-pad', Version: '1.3.2', Why: 'It mends the outage of today' },
  wrong: [
    ['Package', '', /Fill this in/],
    ['Why', 'no', /Say why, in a sentence/],
  ],
  sends: contract.askFirewallException,
  reply: testException,
  names: { Package: 'package', Version: 'version', Why: 'reason' },
});
