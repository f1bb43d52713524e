import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { withFields } from '@packhouse/console-kit/forms.ts';
import { createOidcMapping, listOidcMappings, OidcMapping, updateOidcMapping } from '@packhouse/contract/access/access-oidc-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { checked, Form, FormDrawer, Input, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
import { ClaimsFields } from './claims-fields.tsx';
import { emptyRule, getBody, getField, makeDraft, type RuleDraft } from './rule-draft.ts';
import { t } from './token-exchange-words.ts';

const spec = OidcMapping.shape.token_spec;

function Line({ name, label, extra }: { name: keyof typeof spec.shape; label: string; extra?: string }) {
  return (
    <Form.Item name={name} label={label} extra={extra} rules={rulesFor(spec, name)}>
      <Input className="ph-mono" autoComplete="off" spellCheck={false} />
    </Form.Item>
  );
}

/** A new rule, or changes to one. */
export function RuleDrawer({ issuer, rule, onClose }: { issuer: string; rule?: OidcMapping; onClose: () => void }) {
  const refusal = useRefusal(createOidcMapping);
  const before = rule ? makeDraft(rule) : emptyRule;
  const submit = async (values: RuleDraft) => {
    const body = checked(OidcMapping, getBody({ ...before, ...values }, rule), getField) as OidcMapping;
    const params = { provider: issuer };
    const work = rule ? call(updateOidcMapping, { params: { ...params, name: rule.name }, body }) : call(createOidcMapping, { params, body });
    const { name } = await withFields(work, getField);
    await refresh(listOidcMappings);
    notify.good(t('wasSaved', { name }));
    onClose();
  };
  return (
    <FormDrawer<RuleDraft>
      title={rule ? rule.name : t('newRule')}
      onClose={onClose}
      initialValues={before}
      onSubmit={submit}
      submitLabel={t('saveRule')}
      refusal={refusal}
    >
      {!rule && (
        <Form.Item name="name" label={t('name')} rules={rulesFor(OidcMapping, 'name')}>
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item name="priority" label={t('priority')} extra={t('priorityHint')} rules={rulesFor(OidcMapping, 'priority')}>
        <NumberInput />
      </Form.Item>
      <ClaimsFields />
      <Line name="username" label={t('userName')} extra={t('userNameHint')} />
      <Line name="scope" label={t('scope')} extra={t('scopeHint')} />
      <Form.Item name="expires_in" label={t('seconds')} rules={rulesFor(spec, 'expires_in')} required>
        <NumberInput />
      </Form.Item>
      <Line name="username_pattern" label={t('userNamePattern')} extra={t('patternHint')} />
      <Line name="groups_pattern" label={t('groupsPattern')} extra={t('patternHint')} />
      <Form.Item name="description" label={t('description')} rules={rulesFor(OidcMapping, 'description')}>
        <Input autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  );
}
