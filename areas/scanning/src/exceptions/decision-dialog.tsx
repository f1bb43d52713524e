import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { decidePolicyException, listPolicyExceptions, type PolicyException } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { useState } from 'react';
import { ClaimField, readClaim, writeClaim } from '../governing/claim-field.tsx';
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
  const asked = writeClaim(exception.analysis);
  const [claim, setClaim] = useState(asked);
  // What hides one occurrence alone, no document of VEX tells.
  const isTold = !once && (exception.ignore_filters.vulnerabilities ?? []).length > 0;
  return (
    <DecideDialog
      title={t('decideTitle', { what: whatText(exception) })}
      until={toField(exception.expires_at)}
      untilHint={t('untilHint')}
      needsWhy
      further={isTold && <ClaimField value={claim} onChange={setClaim} />}
      onClose={onClose}
      decide={({ approved, note, until }) =>
        call(decidePolicyException, {
          params: { id },
          body: {
            approved,
            note,
            ...(until !== undefined && { expires_at: until }),
            ...(approved && claim !== asked && { analysis: readClaim(claim).analysis ?? null }),
          },
        })
      }
      onTried={() => refresh(listPolicyExceptions)}
    >
      <p className="scan-where">{t('decideText', { user: author, where: whereText(exception), reason: notes })}</p>
      {once && <p>{t('onceText')}</p>}
    </DecideDialog>
  );
}
