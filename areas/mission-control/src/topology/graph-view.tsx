import type { Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { Banner } from '@packhouse/ui/core.ts';
import type { Cluster } from './clusters.ts';
import { layOutRings } from './rings.ts';
import { Arcs, Arrows, Site, type SitesProps } from './sites.tsx';
import { t } from './topology-words.ts';

/** Home in the middle, then those that something goes to or comes from, then the rest. */
function sortUnits({ units, connections }: Pick<SitesProps, 'units' | 'connections'>): Unit[] {
  const connected = new Set(connections.filter(({ status }) => status !== 'Not Configured').flatMap(({ source, target }) => [source, target]));
  const rank = ({ home, id }: Unit) => (home ? 0 : connected.has(id) ? 1 : 2);
  return units.toSorted((one, other) => rank(one) - rank(other));
}

/** Every site, with a place on earth or without, and what goes from one to another. What it shows by lines stands in a table, too. */
export function GraphView({ units, connections, selected, getPath }: SitesProps) {
  const { points, ...frame } = layOutRings(units.length);
  const clusters = sortUnits({ units, connections }).map((unit, at): Cluster<Unit> => ({ things: [unit], ...points[at]! }));
  const hasWays = connections.some(({ status }) => status !== 'Not Configured');
  return (
    <>
      <nav className="mc-map mc-graph" aria-label={t('graph')}>
        <div className="mc-graph-room" style={{ minWidth: frame.width * 0.75 }}>
          <svg viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
            <Arrows />
            <Arcs clusters={clusters} connections={connections} />
          </svg>
          {clusters.map((cluster) => (
            <Site key={cluster.things[0]!.id} cluster={cluster} frame={frame} selected={selected} getPath={getPath} />
          ))}
        </div>
      </nav>
      {!hasWays && units.length > 1 && <Banner kind="info">{t('noConnections')}</Banner>}
    </>
  );
}
