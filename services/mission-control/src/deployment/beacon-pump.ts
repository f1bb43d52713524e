import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { askDeployment } from './ask.ts';
import { claimDeployments, type DueDeployment } from './deployment-queries.ts';

/** So many deployments are being asked by one process. */
const width = 16;

/** Asks every deployment how it is, each about every half minute whoever asks. */
export function beaconPump(context: Context): Pump<DueDeployment> {
  return {
    name: 'mission-control.ask',
    width,
    endsBringWork: false,
    wakes: (type) => type === 'mission-control.deployment.registered',
    claim: (free) => claimDeployments(context.db, free),
    work: (row, signal) => askDeployment(context, row, signal),
  };
}
