import { useAddress } from '@packhouse/console-kit/lists.ts';
import { Button, formatNumber } from '@packhouse/ui/core.ts';
import { t } from './security-words.ts';

/** The page of a part's rows, from 1 on. It is in the address. */
export function usePage(): [number, (to: number) => void] {
  const [{ rows }, change] = useAddress('rows', 'issue');
  return [Math.max(1, Math.trunc(Number(rows || 1)) || 1), (to) => change({ rows: to <= 1 ? '' : String(to), issue: '' })];
}

interface TurnRowsProps {
  label: string;
  total: number | undefined;
  perPage: number;
  turning: ReturnType<typeof usePage>;
}

/** Says which of how many rows are shown, and leads to the others; nothing where all are. */
export function TurnRows({ label, total = 0, perPage, turning: [page, turn] }: TurnRowsProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last <= 1 && page <= 1) return null;
  const shown = Math.min(page, last);
  return (
    <nav className="pkg-turn" aria-label={label}>
      <Button disabled={page <= 1} onClick={() => turn(Math.min(page - 1, last))}>
        {t('previous')}
      </Button>
      <span aria-live="polite">
        {t('rowsOf', { from: formatNumber((shown - 1) * perPage + 1), to: formatNumber(Math.min(shown * perPage, total)), total: formatNumber(total) })}
      </span>
      <Button disabled={page >= last} onClick={() => turn(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
}
