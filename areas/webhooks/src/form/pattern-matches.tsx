import { call } from '@packhouse/console-kit/console-kit.ts';
import { useSettled } from '@packhouse/console-kit/lists.ts';
import { filterReleaseBundles } from '@packhouse/contract/distribution/release-bundle-name-routes.ts';
import { filterBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { readLines } from './criteria-draft.ts';
import { t } from './form-words.ts';

type Kind = 'builds' | 'releaseBundles';

interface Matches {
  readonly names: readonly string[];
  readonly isMore: boolean;
}

/** The names that patterns choose now; false where that cannot be found out. */
async function fetchMatches(kind: Kind, includePatterns: string[], excludePatterns: string[]): Promise<Matches | false> {
  const input = { body: { includePatterns, excludePatterns } };
  try {
    if (kind === 'builds') {
      const { builds: names, isMore } = await call(filterBuilds, input);
      return { names, isMore };
    }
    const { bundles: names, isMore } = await call(filterReleaseBundles, input);
    return { names, isMore };
  } catch {
    return false;
  }
}

/** So many names are told. */
const shown = 12;

/** Which builds or release bundles the patterns choose now. */
export function PatternMatches({ kind, include, exclude }: { kind: Kind; include: string; exclude: string }) {
  const [included, excluded] = [useSettled(include), useSettled(exclude)];
  const { data } = useQuery({
    queryKey: ['webhook pattern matches', kind, included, excluded],
    queryFn: () => fetchMatches(kind, readLines(included), readLines(excluded)),
    enabled: readLines(included).length > 0,
  });
  if (!data || readLines(include).length === 0) return null;
  const names = data.names.slice(0, shown).join(', ');
  const isMore = data.isMore || data.names.length > shown;
  return (
    <p className="ph-muted" aria-live="polite">
      {data.names.length === 0 ? t('fitsNone') : t(isMore ? 'fitsMore' : 'fits', { names })}
    </p>
  );
}
