import { language } from '@packhouse/console-kit/console-kit.ts';
import { firewallRecordMonths } from '@packhouse/contract/repositories/firewall-routes.ts';

/** The months of which is told what rules held back, by UTC, the present one first. */
export function listRecordMonths(now = new Date()): string[] {
  return Array.from({ length: firewallRecordMonths }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

/** A month as people write it. */
export const nameMonth = (month: string) =>
  new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
