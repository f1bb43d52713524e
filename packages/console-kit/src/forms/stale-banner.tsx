import { Banner, Button } from '@packhouse/ui/core.ts';
import { t } from './record-words.ts';

/** Says above a form that somebody else changed what it shows. */
export function StaleBanner({ onTake }: { onTake: () => void }) {
  return (
    <Banner
      kind="warning"
      action={
        <Button size="small" icon="refresh" onClick={onTake}>
          {t('take')}
        </Button>
      }
    >
      {t('stale')}
    </Banner>
  );
}
