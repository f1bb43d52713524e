import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { Context } from '../context.ts';
import { capture } from './capture.ts';
import { claimLinks, hasLinks, type Link } from './link-queries.ts';
import { hasDirty } from './register-queries.ts';
import { serveLink } from './send.ts';

const width = 16;

/** Tells other deployments what changed here. Each link has one message in flight. */
export function linkPump(context: Context): Pump<Link> {
  const { db } = context;
  return {
    name: 'access.federation',
    width,
    wakes: (type) => type.startsWith('access.'),
    async claim(free) {
      if (!(await hasLinks(db))) return [];
      if (await hasDirty(db)) await capture(context);
      return claimLinks(db, free);
    },
    work: (link, signal) => serveLink(context, link, signal),
  };
}
