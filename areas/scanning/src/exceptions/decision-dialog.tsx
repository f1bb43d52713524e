import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { decidePolicyException, listPolicyExceptions, type PolicyException } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { whatText, whereText } from '../ignoring/rule-columns.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { t } from './exception-words.ts';

/** A moment as a field for local times holds it. */
function toField(at: string | undefined): string {
  if (at === undefined) return '';
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Asks whether a violation is to be ignored, and until when. */
export function DecisionDialog({ exception, onClose }: { exception: PolicyException; onClose: () => void }) {
  const { id, author, notes, once } = exception;
  return (
    <DecideDialog
      title={t('decideTitle', { what: whatText(exception) })}
      until={toField(exception.expires_at)}
      untilHint={t('untilHint')}
      needsWhy
      onClose={onClose}
      decide={({ approved, note, until }) =>
        call(decidePolicyException, { params: { id }, body: { approved, note, ...(until !== undefined && { expires_at: until }) } })
      }
      onTried={() => refresh(listPolicyExceptions)}
    >
      <p className="scan-where">{t('decideText', { user: author, where: whereText(exception), reason: notes })}</p>
      {once && <p>{t('onceText')}</p>}
    </DecideDialog>
  );
}
