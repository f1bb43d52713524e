import { call, isApiError } from '@packhouse/console-kit/console-kit.ts';
import { type Hook, testHook } from '@packhouse/contract/events/hook-routes.ts';
import { notify, words } from '@packhouse/ui/core.ts';
import { getBody, makeDraft } from '../form/webhook-draft.ts';
import { isPassedOn } from '../passed-on.ts';
import { t } from '../webhooks-words.ts';

/** Sends a dummy hook as the webhook is kept, and says what came of it. */
export async function testWebhook(hook: Hook): Promise<void> {
  try {
    const test = await call(testHook, { body: getBody(makeDraft(hook)) });
    if (test.result === 'success') notify.good(words().said(test));
    else notify.bad(`${words().said(test)} (${test.status})`);
  } catch (error) {
    const { message } = error as Error;
    notify.bad(isApiError(error) && isPassedOn(error.status) ? message : `${t('testFailed')} ${message}`);
  }
}
