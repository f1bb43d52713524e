import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import { takesLicences } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import type { Unit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { KnownRow } from './deployment-queries.ts';
import { hasReported } from './settle.ts';
import { getNeeded, sameTime } from './verdict.ts';

function readClocks({ asked_at: asked, offset_ms: offsetMs }: KnownRow): Pick<Unit, 'clocks'> {
  if (!asked || offsetMs === null || Math.abs(offsetMs) <= sameTime) return {};
  return { clocks: { ours: asked.toISOString(), theirs: new Date(asked.getTime() + offsetMs).toISOString(), offsetMs } };
}

/** Nodes of a service that are online; where there are many, not all of them are named. */
export const countOnline = ({ nodes, onlineCount }: Beacon['services'][number]): number => onlineCount ?? nodes.filter(({ online }) => online).length;

function readBeacon({ beacon }: KnownRow): Pick<Unit, 'version' | 'services' | 'storage'> {
  if (!beacon) return { services: [] };
  const { version, services, storage } = beacon;
  return {
    version,
    storage,
    services: services.map((service) => ({ type: service.type, nodes: service.nodeCount ?? service.nodes.length, online: countOnline(service) })),
  };
}

/** A deployment as the console knows it. */
export function toUnit(row: KnownRow): Unit {
  const { id, name, url, home, status, streak, location, tags } = row;
  const reason = findSaid(row);
  return {
    id,
    name,
    url: url || (row.beacon?.url ?? ''),
    home,
    status,
    ...(reason ? { reason } : {}),
    since: row.since.toISOString(),
    ...(row.seen_at ? { seenAt: row.seen_at.toISOString() } : {}),
    ...(row.asked_at ? { askedAt: row.asked_at.toISOString() } : {}),
    reports: hasReported(row.reported_at, new Date()),
    ...(streak ? { pending: { status: streak.status, answers: streak.answers, needed: getNeeded(streak) } } : {}),
    ...readClocks(row),
    missing: [...(row.detail.missing ?? [])],
    ...(location ? { location } : {}),
    tags: [...tags],
    ...readBeacon(row),
    single: row.legacy !== null,
    takesLicences: takesLicences(status) && row.legacy === null,
  };
}
