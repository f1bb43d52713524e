import type { Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { geoEqualEarth, geoGraticule10, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/land-110m.json';
import { type Cluster, gatherNear } from './clusters.ts';
import { Arcs, Arrows, Site, type SitesProps } from './sites.tsx';
import { t } from './topology-words.ts';

const width = 960;
const height = 468;
/** Sites that are nearer to each other are one on the map. */
const nearest = 26;

const projection = geoEqualEarth().fitExtent(
  [
    [4, 4],
    [width - 4, height - 4],
  ],
  { type: 'Sphere' },
);
const draw = geoPath(projection);
const topology = world as unknown as Parameters<typeof feature>[0];
const land = draw(feature(topology, topology.objects.land!)) ?? '';
const sphere = draw({ type: 'Sphere' }) ?? '';
const grid = draw(geoGraticule10()) ?? '';

function place(units: readonly Unit[]): Cluster<Unit>[] {
  const placed = units.flatMap((thing) => {
    const point = thing.location && projection([thing.location.longitude, thing.location.latitude]);
    return point ? [{ thing, x: point[0], y: point[1] }] : [];
  });
  return gatherNear(placed, nearest);
}

/** The world with the sites on it. What it shows by lines stands in a table, too. */
export function WorldMap({ units, connections, selected, getPath }: SitesProps) {
  const clusters = place(units);
  return (
    <nav className="mc-map" aria-label={t('map')}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Arrows />
        <path d={sphere} className="mc-sea" />
        <path d={grid} className="mc-grid" />
        <path d={land} className="mc-land" />
        <Arcs clusters={clusters} connections={connections} />
      </svg>
      {clusters.map((cluster) => (
        <Site key={cluster.things.map(({ id }) => id).join()} cluster={cluster} frame={{ width, height }} selected={selected} getPath={getPath} />
      ))}
    </nav>
  );
}
