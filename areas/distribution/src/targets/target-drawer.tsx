import { call, getCurl, isApiError } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  createDistributionTarget,
  type DistributionTarget,
  listDistributionSites,
  listDistributionTargets,
  NewDistributionTarget,
  type TargetCheck,
  testDistributionTarget,
  testNewDistributionTarget,
  updateDistributionTarget,
} from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { Banner, Button, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PlaceFields } from './place-fields.tsx';
import { CheckResult } from './target-check.tsx';
import { getBody, makeChange, makeDraft, newDraft, type TargetDraft } from './target-draft.ts';
import { t } from './targets-words.ts';

const plain = { autoComplete: 'off', spellCheck: false } as const;

interface Drawer {
  target?: DistributionTarget;
  /** Which kind of target it is to be, where that can be chosen. */
  above?: ReactNode;
  onClose: () => void;
}

/** A new target that is reached by address and token, or changes to one. The token goes in and never comes out. */
export function TokenTargetDrawer({ target, above, onClose }: Drawer) {
  const before = target ? makeDraft(target) : newDraft;
  const form = {
    before,
    stale: [listDistributionTargets, listDistributionSites],
    onSaved: ({ name }: DistributionTarget) => {
      notify.good(t('targetSaved', { name }));
      onClose();
    },
    onClose,
    children: (
      <>
        {above}
        <TargetFields existing={target !== undefined} />
        <Trial initial={before} existing={target} />
      </>
    ),
  };
  // What was typed as the token is not shown in a command.
  const getShown = (values: TargetDraft): TargetDraft => ({ ...before, ...values, token: '$TARGET_TOKEN' });
  if (target) {
    const input = (draft: TargetDraft) => ({ params: { name: target.name }, body: makeChange(draft) });
    return (
      <RecordDrawer
        {...form}
        title={t('editTarget', { name: target.name })}
        submitLabel={t('save')}
        save={updateDistributionTarget}
        input={input}
        curl={(values) => getCurl(updateDistributionTarget, input(getShown(values)))}
      />
    );
  }
  const input = (draft: TargetDraft) => ({ body: getBody(draft) });
  return (
    <RecordDrawer
      {...form}
      title={t('newTarget')}
      submitLabel={t('createTarget')}
      save={createDistributionTarget}
      input={input}
      curl={(values) => getCurl(createDistributionTarget, input(getShown(values)))}
    />
  );
}

function TargetFields({ existing }: { existing: boolean }) {
  return (
    <>
      <FormGroup title={t('connection')}>
        {!existing && (
          <Form.Item name="name" label={t('name')} rules={rulesFor(NewDistributionTarget, 'name')}>
            <Input {...plain} />
          </Form.Item>
        )}
        <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={rulesFor(NewDistributionTarget, 'url')}>
          <Input {...plain} inputMode="url" className="ph-mono" placeholder="https://packages.example.org" />
        </Form.Item>
        <Form.Item
          name="token"
          label={t('token')}
          extra={t(existing ? 'tokenKept' : 'tokenHint')}
          {...(existing ? {} : { rules: rulesFor(NewDistributionTarget, 'token') })}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item name="allowPrivate" valuePropName="checked" extra={t('allowPrivateHint')}>
          <Checkbox>{t('allowPrivate')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <PlaceFields />
    </>
  );
}

/** Tries what stands in the form; where no new token was typed, the target as it is kept. */
function Trial({ initial, existing }: { initial: TargetDraft; existing: DistributionTarget | undefined }) {
  const form = Form.useFormInstance<TargetDraft>();
  const trial = useMutation({
    mutationFn: (): Promise<TargetCheck> => {
      const draft = { ...initial, ...form.getFieldsValue(true) };
      if (existing && draft.token.trim() === '') return call(testDistributionTarget, { params: { name: existing.name } });
      return call(testNewDistributionTarget, { body: { url: draft.url.trim(), token: draft.token, allowPrivate: draft.allowPrivate } });
    },
  });
  const fields = isApiError(trial.error) ? trial.error.fields : [];
  return (
    <FormGroup title={t('tryOut')}>
      <span>
        <Button icon="network" loading={trial.isPending} onClick={() => trial.mutate()}>
          {t('test')}
        </Button>
      </span>
      {trial.data && <CheckResult check={trial.data} />}
      {trial.error && <Banner kind="bad">{fields.length > 0 ? fields.map(({ message }) => message).join(' ') : trial.error.message}</Banner>}
    </FormGroup>
  );
}
