import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteIgnoreRule, type IgnoreRule, listIgnoreRules } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './ignoring-words.ts';
import { whatText } from './rule-columns.tsx';

/** Asks before a rule ends. */
export function EndRule({ rule, onClose }: { rule: IgnoreRule; onClose: () => void }) {
  const work = async () => {
    await call(deleteIgnoreRule, { params: { id: rule.id } });
    await refresh(listIgnoreRules);
  };
  return (
    <Deletion title={t('endTitle')} action={t('end')} work={work} done={t('ended')} onClose={onClose}>
      <p>{t('endText', { what: whatText(rule) })}</p>
    </Deletion>
  );
}
