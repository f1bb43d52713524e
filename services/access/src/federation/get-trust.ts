import { AppError } from '@packhouse/contract/errors.ts';
import type { Trust } from '@packhouse/peers/trust.ts';
import type { Context } from '../context.ts';

/** What this deployment and others know of each other. */
export function getTrust({ peers }: Pick<Context, 'peers'>): Trust {
  if (!peers.trust) throw new AppError('unavailable');
  return peers.trust;
}
