import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './targets-words.ts';

interface Draft {
  key: string;
}

const { body } = createDistributionRepository;
const keyRules = body ? rulesFor(body, 'key') : [];

/** A repository that keeps the files of release bundles. */
export function NewRepository({ onClose }: { onClose: () => void }) {
  return (
    <RecordDrawer<typeof createDistributionRepository, Draft>
      title={t('newRepository')}
      onClose={onClose}
      submitLabel={t('createRepository')}
      save={createDistributionRepository}
      before={{ key: 'release-bundles' }}
      input={({ key }) => ({ body: { key } })}
      stale={[listRepositoryInfo]}
      onSaved={({ repoKey }) => {
        notify.good(t('repositoryCreated', { key: repoKey }));
        onClose();
      }}
    >
      <Form.Item name="key" label={t('repositoryKey')} extra={t('repositoryKeyHint')} rules={keyRules} required>
        <Input autoComplete="off" spellCheck={false} className="ph-mono" />
      </Form.Item>
    </RecordDrawer>
  );
}
