import type { Judged } from '@packhouse/contract/scanning/scanning-routes.ts';
import { RelativeTime } from '@packhouse/ui/core.ts';
import { t } from './findings-words.ts';

/** By which sources something was judged and how old these are, and what nobody judged. */
export function Judging({ judged }: { judged: readonly Judged[] }) {
  if (judged.length === 0) return null;
  return (
    <ul className="ph-judging" aria-label={t('judging')}>
      {judged.flatMap(({ ecosystem, components, sources }) =>
        sources.length === 0
          ? [<li key={ecosystem}>{t('unjudged', { ecosystem, count: components })}</li>]
          : sources.map(({ name, at }) => (
              <li key={`${ecosystem} ${name}`}>
                {t('judgedBy', { ecosystem, source: name })} <RelativeTime at={at} />
              </li>
            )),
      )}
    </ul>
  );
}
