import { call, getCurl, isApiError, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
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
import { Checkbox, Form, FormDrawer, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import { CheckResult } from './target-check.tsx';
import { getBody, makeChange, makeDraft, newDraft, type TargetDraft } from './target-draft.ts';
import { t } from './targets-words.ts';

const plain = { autoComplete: 'off', spellCheck: false } as const;

/** A new target, or changes to one. Its token goes in and never comes out. */
export function TargetDrawer({ target, onClose }: { target?: DistributionTarget; onClose: () => void }) {
  const refusal = useRefusal(createDistributionTarget);
  const initial = target ? makeDraft(target) : newDraft;
  const submit = async (values: Partial<TargetDraft>) => {
    const draft = { ...initial, ...values };
    const saved = await (target
      ? call(updateDistributionTarget, { params: { name: target.name }, body: makeChange(draft) })
      : call(createDistributionTarget, { body: getBody(draft) }));
    await refresh(listDistributionTargets, listDistributionSites);
    notify.good(t('targetSaved', { name: saved.name }));
    onClose();
  };
  const curl = (values: Partial<TargetDraft>) => {
    const draft = { ...initial, ...values, token: '$TARGET_TOKEN' };
    return target
      ? getCurl(updateDistributionTarget, { params: { name: target.name }, body: makeChange(draft) })
      : getCurl(createDistributionTarget, { body: getBody(draft) });
  };
  return (
    <FormDrawer<TargetDraft>
      title={target ? t('editTarget', { name: target.name }) : t('newTarget')}
      onClose={onClose}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={target ? t('save') : t('createTarget')}
      refusal={refusal}
      curl={curl}
    >
      <TargetFields existing={target !== undefined} />
      <Trial initial={initial} existing={target} />
    </FormDrawer>
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
      <FormGroup title={t('place')} text={t('placeHelp')}>
        <Form.Item name="site" label={t('site')} rules={rulesFor(NewDistributionTarget, 'site')} required={false}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item name="city" label={t('city')} rules={rulesFor(NewDistributionTarget, 'city')} required={false}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item name="country" label={t('country')} rules={rulesFor(NewDistributionTarget, 'country')} required={false}>
          <Input {...plain} maxLength={2} placeholder="DE" />
        </Form.Item>
      </FormGroup>
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
