import { useAddress } from '@packhouse/console-kit/lists.ts';
import { Button } from '@packhouse/ui/core.ts';
import { t } from './security-words.ts';

type Filter = 'active' | 'ignored';

/** Which findings are shown: those that are active, or those that are ignored. It is in the address. */
export function useFindingFilter() {
  const [{ findings }, change] = useAddress('findings', 'issue', 'rows');
  const value: Filter = findings === 'ignored' ? 'ignored' : 'active';
  return { value, choose: (to: Filter) => change({ findings: to === 'active' ? '' : to, issue: '', rows: '' }) };
}

/** The two sorts of findings, each with its number. */
export function FindingFilter({ counts, filter }: { counts: Record<Filter, number>; filter: ReturnType<typeof useFindingFilter> }) {
  const choices: readonly [Filter, string][] = [
    ['active', t('activeCount', { count: counts.active })],
    ['ignored', t('ignoredCount', { count: counts.ignored })],
  ];
  return (
    <fieldset className="pkg-filters pkg-finding-filter" aria-label={t('findingFilter')}>
      {choices.map(([value, label]) => (
        <Button key={value} size="small" aria-pressed={filter.value === value} onClick={() => filter.choose(value)}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
