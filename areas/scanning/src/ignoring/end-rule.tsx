import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { deleteIgnoreRule, type IgnoreRule, listIgnoreRules } from '@packhouse/contract/scanning-ignore-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './messages.ts';
import { whatText } from './rule-columns.tsx';

/** Asks before a rule ends. */
export function EndRule({ rule, onClose }: { rule: IgnoreRule; onClose: () => void }) {
  const ending = useMutation(mutation(deleteIgnoreRule, { stale: [listIgnoreRules] }));
  const confirm = () =>
    ending.mutate(
      { params: { id: rule.id } },
      {
        onSuccess: () => {
          notify.good(t('ended'));
          onClose();
        },
      },
    );
  return (
    <ConfirmDelete title={t('endTitle')} action={t('end')} onConfirm={confirm} onClose={onClose} loading={ending.isPending} failure={ending.error?.message}>
      <p>{t('endText', { what: whatText(rule) })}</p>
    </ConfirmDelete>
  );
}
