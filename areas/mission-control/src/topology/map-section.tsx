import type { Connection } from '@packhouse/contract/mission-control/connections.ts';
import type { Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { Banner } from '@packhouse/ui/core.ts';
import { lazy, Suspense } from 'react';
import { t } from './topology-words.ts';
import { useWide } from './use-wide.ts';

/** The land of the world is fetched with it, and only where it is shown. */
const WorldMap = lazy(async () => ({ default: (await import('./world-map.tsx')).WorldMap }));

interface MapSectionProps {
  units: readonly Unit[];
  connections: readonly Connection[];
  selected: string;
  getPath: (unit: Unit) => string;
}

/** The map where there is room for it, and what it cannot show. */
export function MapSection(props: MapSectionProps) {
  const isWide = useWide();
  const placeless = props.units.filter(({ location }) => !location).length;
  if (!isWide) return <Banner kind="info">{t('tooSmall')}</Banner>;
  return (
    <>
      <Suspense fallback={<div className="mc-map mc-map-room" />}>
        <WorldMap {...props} />
      </Suspense>
      {placeless > 0 && <p className="ph-muted">{placeless === props.units.length ? t('noPlaces') : t('someWithoutPlace', { count: placeless })}</p>}
    </>
  );
}
