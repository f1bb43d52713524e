import { query } from '@packhouse/console-kit/console-kit.ts';
import { listTargetDeployments } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { FormGroup, Radio } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeploymentTargetDrawer } from './deployment-target-drawer.tsx';
import { TokenTargetDrawer } from './target-drawer.tsx';
import { t } from './targets-words.ts';

/** A new target: a paired deployment where there are any, or one that is reached by address and token. */
export function NewTargetDrawer({ onClose }: { onClose: () => void }) {
  const deployments = useQuery(query(listTargetDeployments, {}));
  const [chosen, setChosen] = useState<'deployment' | 'token'>();
  const hasAny = (deployments.data?.items.length ?? 0) > 0;
  const kind = chosen ?? (hasAny ? 'deployment' : 'token');
  const above = hasAny && (
    <FormGroup title={t('kind')}>
      <Radio.Group
        aria-label={t('kind')}
        value={kind}
        onChange={({ target }) => setChosen(target.value as 'deployment' | 'token')}
        options={[
          { value: 'deployment', label: t('kindDeployment') },
          { value: 'token', label: t('kindToken') },
        ]}
      />
    </FormGroup>
  );
  if (deployments.isPending) return null;
  return kind === 'deployment' ? <DeploymentTargetDrawer above={above} onClose={onClose} /> : <TokenTargetDrawer above={above} onClose={onClose} />;
}
