import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { bringAbout } from './execute.ts';
import { claimParts, type PartRow } from './federation-queries.ts';

const width = 8;

/** Brings deployments to the federations that are wanted; one that was off catches up. */
export function federationPump(context: Context): Pump<PartRow> {
  return {
    name: 'mission-control.federation',
    width,
    wakes: (type) => type.startsWith('mission-control.federation.'),
    claim: (free) => context.db.transaction().execute((transaction) => claimParts(transaction, free)),
    work: (part) => bringAbout(context, part),
  };
}
