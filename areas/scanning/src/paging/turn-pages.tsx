import { useAddress } from '@packhouse/console-kit/lists.ts';
import { Button } from '@packhouse/ui/core.ts';
import { useSearchParams } from 'react-router';
import { t } from '../scanning-words.ts';
import '../scanning.css';

/** The page of a list that the address says, from 1 on. */
export function usePageNumber(): number {
  const [{ page }] = useAddress('page');
  return Math.max(1, Math.trunc(Number(page || 1)) || 1);
}

/** Leads to the pages before and after; nothing where all rows are on one. */
export function TurnPages({ label, page, rows = 0, rowsPerPage }: { label: string; page: number; rows: number | undefined; rowsPerPage: number }) {
  const [, setParams] = useSearchParams();
  const pages = Math.max(1, Math.ceil(rows / rowsPerPage));
  const turn = (to: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('page', String(to));
      return next;
    });
  if (pages <= 1) return null;
  return (
    <nav className="scan-pages" aria-label={label}>
      <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
        {t('previous')}
      </Button>
      <span aria-live="polite">{t('pageOf', { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
}
