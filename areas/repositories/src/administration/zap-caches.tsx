import { call, mutation } from '@packhouse/console-kit/console-kit.ts';
import { zapCaches } from '@packhouse/contract/repositories/artifact-routes.ts';
import { ConfirmDelete, formatNumber, notify } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from './administration-words.ts';

interface ZapCachesProps {
  /** Keys of remote repositories; all there are unless some are chosen. */
  keys: readonly string[] | undefined;
  onClose: () => void;
  onZapped?: () => void;
}

/** Asks before upstreams are asked again for everything that some remote repositories have stored. */
export function ZapCaches({ keys, onClose, onZapped }: ZapCachesProps) {
  const zap = useMutation(mutation(zapCaches, {}));
  const chosen = keys === undefined ? {} : { repoKeys: [...keys] };
  const preview = useQuery({ queryKey: ['plan', zapCaches.name, chosen], queryFn: () => call(zapCaches, { body: { ...chosen, dryRun: true } }), gcTime: 0 });
  const confirm = () =>
    zap.mutate(
      { body: chosen },
      {
        onSuccess: ({ files }) => {
          notify.good(t('zapped', { count: files }));
          onZapped?.();
          onClose();
        },
      },
    );
  return (
    <ConfirmDelete
      title={keys === undefined ? t('zapAllTitle') : t('zapTitle', { count: keys.length })}
      action={t('zapAction')}
      onConfirm={confirm}
      onClose={onClose}
      loading={zap.isPending}
      failure={zap.error?.message}
    >
      <p>{t('zapText')}</p>
      <p aria-live="polite">{preview.data ? t('zapEntries', { count: formatNumber(preview.data.files) }) : preview.error?.message}</p>
      {keys !== undefined && <p className="ph-mono">{keys.join(', ')}</p>}
    </ConfirmDelete>
  );
}
