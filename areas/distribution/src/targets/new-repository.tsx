import { call, getCurl, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createDistributionRepository, listDistributionRepositories } from '@packhouse/contract/distribution/distribution-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, FormDrawer, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './targets-words.ts';

interface Draft {
  key: string;
}

const { body } = createDistributionRepository;
const keyRules = body ? rulesFor(body, 'key') : [];

/** A repository that keeps the files of release bundles. */
export function NewRepository({ onClose }: { onClose: () => void }) {
  const refusal = useRefusal(createDistributionRepository);
  const submit = async ({ key }: Draft) => {
    const { repoKey } = await call(createDistributionRepository, { body: { key } });
    await refresh(listDistributionRepositories);
    notify.good(t('repositoryCreated', { key: repoKey }));
    onClose();
  };
  return (
    <FormDrawer<Draft>
      title={t('newRepository')}
      onClose={onClose}
      initialValues={{ key: 'release-bundles' }}
      onSubmit={submit}
      submitLabel={t('createRepository')}
      refusal={refusal}
      curl={({ key }) => getCurl(createDistributionRepository, { body: { key } })}
    >
      <Form.Item name="key" label={t('repositoryKey')} extra={t('repositoryKeyHint')} rules={keyRules} required>
        <Input autoComplete="off" spellCheck={false} className="ph-mono" />
      </Form.Item>
    </FormDrawer>
  );
}
