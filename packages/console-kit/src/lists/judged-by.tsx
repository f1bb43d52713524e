import type { JudgedBy as Sources } from '@packhouse/contract/judged-by.ts';
import { RelativeTime } from '@packhouse/ui/core.ts';
import { t } from './findings-words.ts';

/** In a line of a list: by which sources something was judged, and how old the one is that is behind the most. All are named on hover. */
export function JudgedBy({ sources }: { sources: Sources }) {
  const [oldest, ...others] = [...sources].sort((a, b) => a.at.localeCompare(b.at));
  if (!oldest) return null;
  const text = others.length === 0 ? t('by', { source: oldest.name }) : t('byMore', { source: oldest.name, count: others.length });
  return (
    <span className="ph-muted" title={sources.map(({ name }) => name).join(', ')}>
      {text} <RelativeTime at={oldest.at} />
    </span>
  );
}
