import { call, isApiError } from '@packhouse/console-kit/console-kit.ts';
import { type Hook, testHook } from '@packhouse/contract/events/hook-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { getBody, makeDraft } from '../form/webhook-draft.ts';
import { isPassedOn } from '../passed-on.ts';
import { t } from '../webhooks-words.ts';

/** Sends a dummy hook as the webhook is kept, and says what came of it. */
export async function testWebhook(hook: Hook): Promise<void> {
  try {
    const { result, status } = await call(testHook, { body: getBody(makeDraft(hook)) });
    if (result === 'success') notify.good(t('testGood'));
    else notify.bad(`${t('testBad')} (${status})`);
  } catch (error) {
    const { message } = error as Error;
    notify.bad(isApiError(error) && isPassedOn(error.status) ? message : `${t('testFailed')} ${message}`);
  }
}
