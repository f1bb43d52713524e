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

interface TurnPagesProps {
  label: string;
  page: number;
  rows: number | undefined;
  rowsPerPage: number;
  /** Where the pages after and before this one are, where the list says so; otherwise the number of a page leads to it. */
  next?: string | null | undefined;
  previous?: string | null | undefined;
}

/** Leads to the pages before and after; nothing where all rows are on one. */
export function TurnPages({ label, page, rows = 0, rowsPerPage, next, previous }: TurnPagesProps) {
  const [, setParams] = useSearchParams();
  const pages = Math.max(1, Math.ceil(rows / rowsPerPage), page);
  const turn = (to: number, name: 'after' | 'before', place: string | null | undefined) =>
    setParams((before) => {
      const params = new URLSearchParams(before);
      params.delete('after');
      params.delete('before');
      params.set('page', String(to));
      if (place && to > 1) params.set(name, place);
      return params;
    });
  if (pages <= 1) return null;
  return (
    <nav className="scan-pages" aria-label={label}>
      <Button disabled={page <= 1} onClick={() => turn(page - 1, 'before', previous)}>
        {t('previous')}
      </Button>
      <span aria-live="polite">{t('pageOf', { page, pages })}</span>
      <Button disabled={next === undefined ? page >= pages : next === null} onClick={() => turn(page + 1, 'after', next)}>
        {t('next')}
      </Button>
    </nav>
  );
}
