import type { Vendor } from '@packhouse/contract/scanning/integration-routes.ts';
import { Button } from '@packhouse/ui/core.ts';
import { t } from '../integrations-words.ts';
import { VendorMark } from './vendor-mark.tsx';

/** A tool: its button opens the steps that set it up. */
export function ToolCard({ tool: { id, displayName }, onConfigure }: { tool: Vendor; onConfigure: () => void }) {
  return (
    <article className="integration-card" aria-label={displayName}>
      <VendorMark id={id} />
      <h3>{displayName}</h3>
      <span className="integration-count" />
      <Button aria-label={t('configureTool', { tool: displayName })} onClick={onConfigure}>
        {t('configure')}
      </Button>
    </article>
  );
}
