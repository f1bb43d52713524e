import { labelText } from '@packhouse/console-kit/console-kit.ts';
import type { Connection } from '@packhouse/contract/mission-control/connections.ts';
import { deploymentStatusNames } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import type { Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { Menu } from '@packhouse/ui/core.ts';
import { geoEqualEarth, geoGraticule10, geoPath } from 'd3-geo';
import { Link } from 'react-router';
import { feature } from 'topojson-client';
import world from 'world-atlas/land-110m.json';
import { type Cluster, gatherNear } from './clusters.ts';
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

interface WorldMapProps {
  units: readonly Unit[];
  connections: readonly Connection[];
  selected: string;
  getPath: (unit: Unit) => string;
}

function place(units: readonly Unit[]): Cluster<Unit>[] {
  const placed = units.flatMap((thing) => {
    const point = thing.location && projection([thing.location.longitude, thing.location.latitude]);
    return point ? [{ thing, x: point[0], y: point[1] }] : [];
  });
  return gatherNear(placed, nearest);
}

/** A bow between two points, bent to the left of its direction, so that ways to and fro are two. */
function getBow(from: Cluster<Unit>, to: Cluster<Unit>): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [x, y] = [(from.x + to.x) / 2 + dy * 0.18, (from.y + to.y) / 2 - dx * 0.18];
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`;
}

function Arcs({ clusters, connections }: { clusters: readonly Cluster<Unit>[]; connections: readonly Connection[] }) {
  const find = (id: string) => clusters.find(({ things }) => things.some((unit) => unit.id === id));
  return connections.map((one) => {
    const [from, to] = [find(one.source), find(one.target)];
    if (one.status === 'Not Configured' || !from || !to || from === to) return null;
    const state = one.status === 'Failed' ? 'failed' : one.status === 'Succeeded' ? 'good' : 'waiting';
    return (
      <path
        key={`${one.kind} ${one.name} ${one.source} ${one.target}`}
        d={getBow(from, to)}
        className={`mc-arc mc-${one.kind.toLowerCase()} mc-${state}`}
        markerEnd={`url(#mc-arrow-${state})`}
      />
    );
  });
}

/** Arrows at the ends of the ways, in the colour of how it went. */
const Arrows = () => (
  <defs>
    {['good', 'waiting', 'failed'].map((state) => (
      <marker
        key={state}
        id={`mc-arrow-${state}`}
        viewBox="0 0 8 8"
        refX="13"
        refY="4"
        markerWidth="6"
        markerHeight="6"
        orient="auto"
        className={`mc-${state}`}
      >
        <path d="M0 0 8 4 0 8Z" />
      </marker>
    ))}
  </defs>
);

const getStyle = ({ x, y }: Cluster<Unit>) => ({ left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` });
const describe = ({ name, status }: Unit) => t('site', { name, status: labelText(deploymentStatusNames[status].label) });
const severity = ['OFFLINE', 'UNAUTHORIZED', 'UNAVAILABLE', 'PARTIAL', 'ONLINE'] as const;

function Site({ cluster, selected, getPath }: { cluster: Cluster<Unit> } & Pick<WorldMapProps, 'selected' | 'getPath'>) {
  const { things } = cluster;
  const [first] = things;
  const isSelected = things.some(({ id }) => id === selected);
  const worst = severity.find((status) => things.some((unit) => unit.status === status)) ?? 'ONLINE';
  const look = `mc-site mc-${worst}${isSelected ? ' mc-selected' : ''}`;
  if (things.length === 1 && first)
    return (
      <Link to={getPath(first)} className={look} style={getStyle(cluster)} aria-label={describe(first)} aria-current={isSelected ? 'true' : undefined}>
        <span className="mc-dot" />
        <span className="mc-name">{first.name}</span>
      </Link>
    );
  const label = t('together', { count: things.length });
  return (
    <span className="mc-place" style={getStyle(cluster)}>
      <Menu label={label} entries={things.map((unit) => ({ label: describe(unit), to: getPath(unit) }))}>
        {(trigger) => (
          <button type="button" {...trigger} className={look} aria-label={label}>
            <span className="mc-dot mc-many">{things.length}</span>
            <span className="mc-name">{things.find(({ id }) => id === selected)?.name ?? first?.name}</span>
          </button>
        )}
      </Menu>
    </span>
  );
}

/** The world with the sites on it. What it shows by lines stands in a table, too. */
export function WorldMap({ units, connections, selected, getPath }: WorldMapProps) {
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
        <Site key={cluster.things.map(({ id }) => id).join()} cluster={cluster} selected={selected} getPath={getPath} />
      ))}
    </nav>
  );
}
