import { Button, IconButton } from '@packhouse/ui/core.ts';
import { Form, Input, Select } from '@packhouse/ui/form/form.ts';
import { type ClaimDraft, newClaim } from './rule-draft.ts';
import { t } from './token-exchange-words.ts';
import './token-exchange.css';

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none', className: 'ph-mono' } as const;

const named = {
  required: true,
  validator: async (_: unknown, name = '') => {
    if (String(name).trim() === '') throw new Error(t('claimNeeded'));
  },
};

const valued = {
  required: true,
  validator: async (_: unknown, values: readonly string[] = []) => {
    if (values.length === 0) throw new Error(t('valueNeeded'));
  },
};

/** At least one claim, and each only once: what stands twice would silently be one. */
const listed = {
  validator: async (_: unknown, claims: readonly Partial<ClaimDraft>[] = []) => {
    if (claims.length === 0) throw new Error(t('claimsNeeded'));
    const names = claims.map((claim) => claim?.name?.trim() ?? '').filter((name) => name !== '');
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw new Error(t('claimTwice', { name: twice }));
  },
};

/** Which claims a token must make, one below the other, each with the values it may have. */
export function ClaimsFields() {
  return (
    <Form.List name="claims" rules={[listed]}>
      {(fields, { add, remove }, { errors }) => (
        <fieldset id="claims" className="exchange-claims" aria-describedby="claims_hint claims_problem">
          <legend>{t('claims')}</legend>
          <p id="claims_hint" className="ph-muted">
            {t('claimsHint')}
          </p>
          {fields.map(({ key, name }, at) => (
            <div key={key} className="exchange-claim">
              <Form.Item name={[name, 'name']} label={t('claim')} rules={[named]}>
                <Input {...plain} placeholder="sub" />
              </Form.Item>
              <Value at={name} />
              <IconButton icon="trash" label={t('removeClaim', { number: at + 1 })} onClick={() => remove(name)} />
            </div>
          ))}
          {errors.length > 0 && (
            <div id="claims_problem" role="alert" className="ph-field-problem">
              <Form.ErrorList errors={errors} />
            </div>
          )}
          <span>
            <Button icon="plus" onClick={() => add(newClaim())}>
              {t('addClaim')}
            </Button>
          </span>
        </fieldset>
      )}
    </Form.List>
  );
}

/** Values of one claim. One that is no text was written by another client and is kept as it is. */
function Value({ at }: { at: number }) {
  const form = Form.useFormInstance();
  const kept = Form.useWatch<unknown>(['claims', at, 'kept'], { form, preserve: true });
  return (
    <div>
      <Form.Item name={[at, 'kept']} noStyle>
        <Kept />
      </Form.Item>
      {kept === undefined && (
        <Form.Item name={[at, 'values']} label={t('values')} rules={[valued]}>
          <Select mode="tags" open={false} suffixIcon={null} placeholder="repo:example/*" className="ph-mono" />
        </Form.Item>
      )}
    </div>
  );
}

/** A value that fields cannot hold. A form control, so that it is sent along. */
function Kept({ value }: { value?: unknown }) {
  if (value === undefined) return null;
  return (
    <div className="ph-field">
      <span className="ph-field-label">{t('values')}</span>
      <code>{JSON.stringify(value)}</code>
      <p className="ph-field-hint">{t('valueKept')}</p>
    </div>
  );
}
