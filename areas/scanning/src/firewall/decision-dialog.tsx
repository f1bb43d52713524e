import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { decideFirewallException, type FirewallException, listFirewallExceptions } from '@packhouse/contract/repositories/firewall-routes.ts';
import { DecideDialog } from '../exceptions/decide-dialog.tsx';
import { whatText } from './exception-text.ts';
import { t } from './firewall-words.ts';

/** Asks whether a version comes in in spite of a rule, and until when. */
export function DecisionDialog({ exception, onClose }: { exception: FirewallException; onClose: () => void }) {
  const { id, askedBy, rule, reason } = exception;
  return (
    <DecideDialog
      title={t('decideTitle', { what: whatText(exception) })}
      untilHint={t('untilHint')}
      onClose={onClose}
      decide={({ approved, note, until }) => call(decideFirewallException, { params: { id }, body: { approved, note, ...(until !== undefined && { until }) } })}
      onTried={() => refresh(listFirewallExceptions)}
    >
      <p>{t('decideText', { user: askedBy, rule, reason })}</p>
    </DecideDialog>
  );
}
