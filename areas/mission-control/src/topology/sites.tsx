import { labelText } from '@packhouse/console-kit/console-kit.ts';
import type { Connection } from '@packhouse/contract/mission-control/connections.ts';
import { deploymentStatusNames } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import type { Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { Menu } from '@packhouse/ui/core.ts';
import { Link } from 'react-router';
import type { Cluster } from './clusters.ts';
import { t } from './topology-words.ts';

/** What a map or a graph shows. */
export interface SitesProps {
  units: readonly Unit[];
  connections: readonly Connection[];
  selected: string;
  getPath: (unit: Unit) => string;
}

/** Size of what the points are in. */
export interface Frame {
  width: number;
  height: number;
}

/** A bow between two points, bent to the left of its direction, so that ways to and fro are two. */
function getBow(from: Cluster<Unit>, to: Cluster<Unit>): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [x, y] = [(from.x + to.x) / 2 + dy * 0.18, (from.y + to.y) / 2 - dx * 0.18];
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`;
}

/** The ways between sites, one for each connection. */
export function Arcs({ clusters, connections }: { clusters: readonly Cluster<Unit>[]; connections: readonly Connection[] }) {
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
export const Arrows = () => (
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

const getStyle = ({ x, y }: Cluster<Unit>, { width, height }: Frame) => ({ left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` });
const describe = ({ name, status }: Unit) => t('site', { name, status: labelText(deploymentStatusNames[status].label) });
const severity = ['OFFLINE', 'UNAUTHORIZED', 'UNAVAILABLE', 'PARTIAL', 'ONLINE'] as const;

/** A site, or several that stand in one place. */
export function Site({ cluster, frame, selected, getPath }: { cluster: Cluster<Unit>; frame: Frame } & Pick<SitesProps, 'selected' | 'getPath'>) {
  const { things } = cluster;
  const [first] = things;
  const isSelected = things.some(({ id }) => id === selected);
  const worst = severity.find((status) => things.some((unit) => unit.status === status)) ?? 'ONLINE';
  const look = `mc-site mc-${worst}${isSelected ? ' mc-selected' : ''}`;
  if (things.length === 1 && first)
    return (
      <Link to={getPath(first)} className={look} style={getStyle(cluster, frame)} aria-label={describe(first)} aria-current={isSelected ? 'true' : undefined}>
        <span className="mc-dot" />
        <span className="mc-name">{first.name}</span>
      </Link>
    );
  const label = t('together', { count: things.length });
  return (
    <span className="mc-place" style={getStyle(cluster, frame)}>
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
