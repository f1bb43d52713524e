import { Banner } from '@packhouse/ui/core.ts';
import { lazy, Suspense } from 'react';
import type { SitesProps } from './sites.tsx';
import { t } from './topology-words.ts';
import { useWide } from './use-wide.ts';

/** The land of the world is fetched with it, and only where it is shown. */
const WorldMap = lazy(async () => ({ default: (await import('./world-map.tsx')).WorldMap }));

/** The map where there is room for it, and what it cannot show. */
export function MapSection(props: SitesProps) {
  const isWide = useWide();
  const placeless = props.units.filter(({ location }) => !location).length;
  const isEmpty = placeless === props.units.length;
  if (!isWide) return <Banner kind="info">{t('tooSmall')}</Banner>;
  return (
    <>
      <div className="mc-map-stage">
        <Suspense fallback={<div className="mc-map mc-map-room" />}>
          <WorldMap {...props} />
        </Suspense>
        {isEmpty && <p className="mc-map-note">{t('noPlaces')}</p>}
      </div>
      {placeless > 0 && !isEmpty && <p className="ph-muted">{t('someWithoutPlace', { count: placeless })}</p>}
    </>
  );
}
