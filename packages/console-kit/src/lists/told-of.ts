import type { Duty } from '@packhouse/contract/duties.ts';
import type { MenuEntry } from '@packhouse/ui/core.ts';
import { useSession } from '../session/session.ts';
import { t } from './told-words.ts';

/** The menu line that leads from something to the webhooks that were told of it, by what messages call it; none for those who may not look, and where no webhooks run. */
export function useToldOf(subject: string | undefined): MenuEntry[] {
  const { administrator, duties = [], services } = useSession();
  if (subject === undefined || !(administrator || duties.includes('webhooks' satisfies Duty)) || !('event' in services)) return [];
  const asked = new URLSearchParams({ search: subject });
  return [{ label: t('told'), icon: 'bolt', to: `/admin/configuration/webhooks/deliveries?${asked}` }];
}
