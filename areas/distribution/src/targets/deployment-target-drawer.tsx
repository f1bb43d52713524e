import { call, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  createDeploymentTarget,
  type DistributionTarget,
  listDistributionSites,
  listDistributionTargets,
  listTargetDeployments,
  NewDeploymentTarget,
  testDistributionTarget,
  testTargetDeployment,
  updateDeploymentTarget,
} from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { Banner, Button, notify } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PlaceFields } from './place-fields.tsx';
import { CheckResult } from './target-check.tsx';
import { t } from './targets-words.ts';

interface DeploymentDraft {
  name: string;
  deployment: string;
  site: string;
  city: string;
  country: string;
}

const newDraft: DeploymentDraft = { name: '', deployment: '', site: '', city: '', country: '' };
const getPlace = ({ site, city, country }: DeploymentDraft) => ({ site, city, country });

interface Drawer {
  target?: DistributionTarget;
  /** Which kind of target it is to be, where that can be chosen. */
  above?: ReactNode;
  onClose: () => void;
}

/** A new target that is a paired deployment, or where one stands. */
export function DeploymentTargetDrawer({ target, above, onClose }: Drawer) {
  const form = {
    before: target ? { ...newDraft, ...target } : newDraft,
    stale: [listDistributionTargets, listDistributionSites],
    onSaved: ({ name }: DistributionTarget) => {
      notify.good(t('targetSaved', { name }));
      onClose();
    },
    onClose,
    children: (
      <>
        {above}
        <ConnectionFields existing={target} />
        <PlaceFields />
        <Trial existing={target} />
      </>
    ),
  };
  if (target) {
    const input = (draft: DeploymentDraft) => ({ params: { name: target.name }, body: getPlace(draft) });
    return <RecordDrawer {...form} title={t('editTarget', { name: target.name })} submitLabel={t('save')} save={updateDeploymentTarget} input={input} />;
  }
  const input = (draft: DeploymentDraft) => ({ body: { name: draft.name, deployment: draft.deployment, ...getPlace(draft) } });
  return <RecordDrawer {...form} title={t('newTarget')} submitLabel={t('createTarget')} save={createDeploymentTarget} input={input} />;
}

function ConnectionFields({ existing }: { existing: DistributionTarget | undefined }) {
  const deployments = useQuery(query(listTargetDeployments, {}));
  if (existing)
    return (
      <FormGroup title={t('connection')} text={t('deploymentKept')}>
        <p>
          <b>{existing.deployment}</b> <span className="ph-mono">{existing.url}</span>
        </p>
      </FormGroup>
    );
  return (
    <FormGroup title={t('connection')}>
      <Form.Item name="name" label={t('name')} rules={rulesFor(NewDeploymentTarget, 'name')}>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="deployment" label={t('deployment')} extra={t('deploymentHint')} rules={rulesFor(NewDeploymentTarget, 'deployment')}>
        <Select
          showSearch
          optionFilterProp="label"
          loading={deployments.isPending}
          options={(deployments.data?.items ?? []).map(({ id, name, url }) => ({ value: id, label: `${name} (${url})` }))}
        />
      </Form.Item>
    </FormGroup>
  );
}

/** Asks the chosen deployment whether it takes release bundles from here. */
function Trial({ existing }: { existing: DistributionTarget | undefined }) {
  const form = Form.useFormInstance<DeploymentDraft>();
  const chosen = Form.useWatch('deployment', form);
  const trial = useMutation({
    mutationFn: () =>
      existing ? call(testDistributionTarget, { params: { name: existing.name } }) : call(testTargetDeployment, { body: { deployment: chosen ?? '' } }),
  });
  return (
    <FormGroup title={t('tryOut')}>
      <span>
        <Button icon="network" loading={trial.isPending} disabled={!existing && !chosen} onClick={() => trial.mutate()}>
          {t('test')}
        </Button>
      </span>
      {trial.data && <CheckResult check={trial.data} />}
      {trial.error && <Banner kind="bad">{trial.error.message}</Banner>}
    </FormGroup>
  );
}
