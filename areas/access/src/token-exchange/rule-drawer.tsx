import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { createOidcMapping, listOidcMappings, OidcMapping, updateOidcMapping } from '@packhouse/contract/access/access-oidc-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { checked, Form, Input, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
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

function Fields({ isNew }: { isNew: boolean }) {
  return (
    <>
      {isNew && (
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
    </>
  );
}

/** A new rule, or changes to one. */
export function RuleDrawer({ issuer, rule, onClose }: { issuer: string; rule?: OidcMapping; onClose: () => void }) {
  const params = { provider: issuer };
  const getChecked = (values: RuleDraft) => checked(OidcMapping, getBody(values, rule), getField) as OidcMapping;
  const form = {
    before: rule ? makeDraft(rule) : emptyRule,
    curl: false as const,
    fieldOf: getField,
    stale: [listOidcMappings],
    onSaved: ({ name }: OidcMapping) => {
      notify.good(t('wasSaved', { name }));
      onClose();
    },
    submitLabel: t('saveRule'),
    onClose,
    children: <Fields isNew={!rule} />,
  };
  if (!rule) return <RecordDrawer {...form} title={t('newRule')} save={createOidcMapping} input={(values) => ({ params, body: getChecked(values) })} />;
  const input = (values: RuleDraft) => ({ params: { ...params, name: rule.name }, body: getChecked(values) });
  return <RecordDrawer {...form} title={rule.name} save={updateOidcMapping} input={input} />;
}
