import { query } from '@packhouse/console-kit/console-kit.ts';
import { getHookDomain, type HookDomain } from '@packhouse/contract/events/hook-domains.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import { ConfirmDelete } from '@packhouse/ui/core.ts';
import { Checkbox, type FieldAria, Form, Input, Radio, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Column, Columns } from './column.tsx';
import { type CriteriaDraft, isChosenByHand, newCriteria } from './criteria-draft.ts';
import { draftRules } from './draft-rules.ts';
import { t } from './form-words.ts';
import { BuildPicker, KeptReleaseBundlePicker, ReleaseBundlePicker, RepositoryPicker } from './name-pickers.tsx';
import { PatternMatches } from './pattern-matches.tsx';
import type { WebhookDraft } from './webhook-draft.ts';

/** Which repositories, builds, release bundles or environments the events must be about. */
export function CriteriaFields({ domain }: { domain: HookDomain }) {
  const kind = getHookDomain(domain).criteria;
  if (kind === 'none') return null;
  if (kind === 'repositories') return <RepositoryFields />;
  if (kind === 'environments') return <EnvironmentField />;
  return <ScopeFields kind={kind === 'builds' ? 'builds' : 'releaseBundles'} isKept={kind === 'release-bundles-v2'} />;
}

function RepositoryFields() {
  return (
    <>
      <Form.Item label={t('ofWhat')} required className="hook-choices">
        {(['anyLocal', 'anyRemote', 'anyFederated'] as const).map((field) => (
          <Form.Item key={field} name={field} valuePropName="checked" noStyle>
            <Checkbox>{t(field)}</Checkbox>
          </Form.Item>
        ))}
      </Form.Item>
      <Columns>
        <Column>
          <Form.Item name="repositories" label={t('repositories')} rules={draftRules('repositories')} dependencies={['anyLocal', 'anyRemote', 'anyFederated']}>
            <RepositoryPicker />
          </Form.Item>
        </Column>
        <PatternFields />
      </Columns>
    </>
  );
}

function EnvironmentField() {
  const { data } = useQuery(query(listEnvironments, {}));
  return (
    <Columns>
      <Column>
        <Form.Item name="environments" label={t('environments')} rules={draftRules('environments')} required>
          <Select mode="tags" options={data?.map(({ name }) => ({ value: name, label: name })) ?? []} />
        </Form.Item>
      </Column>
    </Columns>
  );
}

/** Builds or release bundles: all, or some by name and pattern. Release bundles may be named with the repositories that keep them. */
function ScopeFields({ kind, isKept }: { kind: 'builds' | 'releaseBundles'; isKept: boolean }) {
  const form = Form.useFormInstance<WebhookDraft>();
  const criteria: CriteriaDraft = { ...newCriteria, ...Form.useWatch((all: WebhookDraft) => all, { form, preserve: true }) };
  const isBuilds = kind === 'builds';
  const removeChosen = () => form.setFieldsValue({ scope: 'any', builds: [], releaseBundles: [], include: '', exclude: '' });
  return (
    <>
      <Form.Item name="scope" label={t(kind)} required>
        <ScopeChoice isBuilds={isBuilds} mustAsk={isChosenByHand(criteria)} onRemove={removeChosen} />
      </Form.Item>
      {(criteria.scope === 'selected' || isChosenByHand(criteria)) && (
        <Columns>
          <Column>
            <Form.Item name={kind} label={t(isBuilds ? 'buildNames' : 'bundleNames')} rules={draftRules(kind)} dependencies={['include']}>
              {isBuilds ? <BuildPicker /> : isKept ? <KeptReleaseBundlePicker /> : <ReleaseBundlePicker />}
            </Form.Item>
          </Column>
          <PatternFields />
        </Columns>
      )}
      <PatternMatches kind={kind} include={criteria.include} exclude={criteria.exclude} />
    </>
  );
}

interface ScopeChoiceProps extends FieldAria {
  id?: string;
  value?: CriteriaDraft['scope'];
  onChange?: (scope: CriteriaDraft['scope']) => void;
  isBuilds: boolean;
  /** What was chosen by hand would be lost. */
  mustAsk: boolean;
  onRemove: () => void;
}

/** All, or some; all takes what was chosen away, which is asked about first. A form control. */
function ScopeChoice({ id, value = 'any', onChange, isBuilds, mustAsk, onRemove, ...aria }: ScopeChoiceProps) {
  const [asking, setAsking] = useState(false);
  const choose = (scope: CriteriaDraft['scope']) => (scope === 'any' && mustAsk ? setAsking(true) : onChange?.(scope));
  const agree = () => {
    setAsking(false);
    onRemove();
  };
  const options = [
    { value: 'any', label: t(isBuilds ? 'anyBuild' : 'anyBundle') },
    { value: 'selected', label: t(isBuilds ? 'selectedBuilds' : 'selectedBundles') },
  ];
  return (
    <>
      <Radio.Group
        {...aria}
        {...(id ? { id } : {})}
        options={options}
        value={value}
        onChange={({ target }) => choose(target.value as CriteriaDraft['scope'])}
      />
      {asking && (
        <ConfirmDelete title={t('allTitle')} action={t('allAction')} onConfirm={agree} onClose={() => setAsking(false)}>
          <p>{t(isBuilds ? 'allBuilds' : 'allBundles')}</p>
        </ConfirmDelete>
      )}
    </>
  );
}

function PatternFields() {
  return (['include', 'exclude'] as const).map((field) => (
    <Column key={field}>
      <Form.Item name={field} label={t(field)} extra={t('patternHint')} rules={draftRules(field)}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} className="ph-mono" />
      </Form.Item>
    </Column>
  ));
}
