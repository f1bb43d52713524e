import { call, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type CrowdTest, testCrowd } from '@packhouse/contract/access/access-crowd-routes.ts';
import { words } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { SignInTrial } from '../external/sign-in-trial.tsx';
import { type CrowdDraft, getInput } from './crowd-draft.ts';
import { t } from './crowd-words.ts';

function readWords(test: CrowdTest, user: string): string {
  const { step, email, groups } = test;
  if (step === 'connect') return t('testConnect', { message: words().said(test) });
  if (step === 'application') return t('testApplication', { message: words().said(test) });
  if (step === 'user') return t('testUserBad');
  return user === '' ? t('testServerGood') : t('testUserGood', { email: email || t('none'), groups: groups.join(', ') || t('none') });
}

/** Tries the form's values as they stand, with somebody's name and password. */
export function CrowdTrial({ before }: { before: CrowdDraft }) {
  const form = Form.useFormInstance<CrowdDraft>();
  return (
    <SignInTrial
      run={(who) => call(testCrowd, { body: { settings: getInput({ ...before, ...form.getFieldsValue(true) }), ...who } })}
      part="settings"
      wordsOf={readWords}
      refusal={useRefusal(testCrowd)}
    />
  );
}
