import type { MenuEntry } from '@packhouse/ui/core.ts';
import { useSession } from '../session/session.ts';
import { t } from './told-words.ts';

/** The menu line that leads from something to the webhooks that were told of it, by what messages call it; none for those who may not look, and where no webhooks run. */
export function useToldOf(subject: string | undefined): MenuEntry[] {
  const { administrator, services } = useSession();
  if (subject === undefined || !administrator || !('event' in services)) return [];
  const asked = new URLSearchParams({ search: subject });
  return [{ label: t('told'), icon: 'bolt', to: `/admin/configuration/webhooks/deliveries?${asked}` }];
}
