import { dropFilters, type FilterName, findLooseWords, type SearchModel, writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { Banner, Button, FilterChips } from '@packhouse/ui/core.ts';
import { t } from './unused-filters-words.ts';

type Change = (model: SearchModel) => void;

/** The filters of a search, each of which can be taken away; those that are told of elsewhere are left out. */
export function filterChips(model: SearchModel, onChange: Change, unused: readonly FilterName[] = []): { key: string; label: string; onRemove: () => void }[] {
  const names = Object.keys(model.filters) as FilterName[];
  return names.flatMap((key) => {
    const label = writeSearch({ name: '', filters: { [key]: model.filters[key] } });
    return label === '' || unused.includes(key) ? [] : [{ key, label, onRemove: () => onChange(dropFilters(model, [key])) }];
  });
}

function dropWords(model: SearchModel, words: readonly string[]): SearchModel {
  const name = words.reduce((left, word) => left.replace(word, ' '), model.name);
  return { ...model, name: name.replace(/\s+/g, ' ').trim() };
}

interface UnusedFiltersProps {
  model: SearchModel;
  /** The search as it was typed. */
  line: string;
  /** These could not be used, as whoever answered the search says. */
  unused: readonly FilterName[];
  onChange: Change;
}

/** Tells above the results of a search what of it could not be used: without it the answer would look narrower than it is. */
export function UnusedFilters({ model, line, unused, onChange }: UnusedFiltersProps) {
  const loose = findLooseWords(line);
  const chips = filterChips(model, onChange).filter(({ key }) => unused.some((name) => name === key));
  if (chips.length === 0 && loose.length === 0) return null;
  const rest = dropWords(dropFilters(model, unused), loose);
  return (
    <Banner
      kind="warning"
      action={
        <Button size="small" onClick={() => onChange(rest)}>
          {t('removeAll')}
        </Button>
      }
    >
      {chips.length > 0 && (
        <div>
          {t('unused')} <FilterChips chips={chips} />
          {chips.some(({ key }) => key === 'cve' || key === 'severities') && t('noScans')}
        </div>
      )}
      {loose.length > 0 && (
        <div>
          {t('loose')} <FilterChips chips={loose.map((word) => ({ key: word, label: word, onRemove: () => onChange(dropWords(model, [word])) }))} />
        </div>
      )}
    </Banner>
  );
}
