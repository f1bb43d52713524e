import { isApiError, query } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal, RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  createFirewallRule,
  type FirewallRule,
  FirewallRuleInput,
  firewallKinds,
  firewallModes,
  firewallSeverities,
  listFirewallRules,
  updateFirewallRule,
} from '@packhouse/contract/repositories/firewall-routes.ts';
import { firewallRules } from '@packhouse/contract/repositories/firewall-words.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { nameSeverity, notify } from '@packhouse/ui/core.ts';
import { Form, Input, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import type { FindChoices } from '@packhouse/ui/form/search-box.tsx';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { NamePicker } from '../governing/name-picker.tsx';
import { t } from './firewall-words.ts';
import { useKeepsRules } from './keeps-rules.ts';
import { findRuleField, getBody, makeDraft, newRule, type RuleDraft } from './rule-draft.ts';
import '../scanning.css';

const Whole = z.object({
  days: z.int(firewallRules.days_from_one.en).min(1, firewallRules.days_from_one.en).max(365, firewallRules.days_from_one.en),
  graceDays: z.int(firewallRules.days_from_none.en).min(0, firewallRules.days_from_none.en).max(365, firewallRules.days_from_none.en),
  licences: z.array(z.string()).min(1, firewallRules.name_licences.en),
});

const openList = { mode: 'tags' as const, open: false, suffixIcon: null, tokenSeparators: [','] };

const mostOffered = 30;

/** Remote repositories that are there; patterns of their keys are typed. */
const useRemotes: FindChoices = (search, open) => {
  const asked = { limit: mostOffered, class: 'remote' as const, ...(search === '' ? {} : { search }) };
  const { data } = useQuery({ ...query(listRepositories, { query: asked }), enabled: open });
  return data?.items.map(({ key, format }) => ({ value: key, hint: `${key} · ${getFormatTitle(format)}` }));
};

/** What a rule asks of a version. */
function Condition() {
  const kind = Form.useWatch<RuleDraft['kind'] | undefined>('kind') ?? newRule.kind;
  return (
    <>
      <Form.Item name="kind" label={t('kind')} required>
        <Select options={firewallKinds.map((value) => ({ value, label: t(`kind_${value}`) }))} popupMatchSelectWidth={false} />
      </Form.Item>
      {kind === 'age' && (
        <Form.Item name="days" label={t('days')} rules={rulesFor(Whole, 'days')} required>
          <NumberInput />
        </Form.Item>
      )}
      {kind === 'severity' && (
        <>
          <Form.Item name="least" label={t('least')} required>
            <Select
              options={firewallSeverities.map((value) => ({ value, label: t('orWorse', { severity: nameSeverity(value) }) }))}
              popupMatchSelectWidth={false}
            />
          </Form.Item>
          <Form.Item name="graceDays" label={t('graceDays')} rules={rulesFor(Whole, 'graceDays')} required>
            <NumberInput />
          </Form.Item>
        </>
      )}
      {kind === 'provenance' && (
        <Form.Item name="signedBy" label={t('signedBy')} extra={t('signedByHint')} required>
          <Select options={(['anybody', 'trusted'] as const).map((value) => ({ value, label: t(`signedBy_${value}`) }))} popupMatchSelectWidth={false} />
        </Form.Item>
      )}
      {kind === 'licence' && (
        <>
          <Form.Item name="list" label={t('list')} required>
            <Select options={(['banned', 'allowed'] as const).map((value) => ({ value, label: t(`list_${value}`) }))} popupMatchSelectWidth={false} />
          </Form.Item>
          <Form.Item name="licences" label={t('licences')} extra={t('licencesHint')} rules={rulesFor(Whole, 'licences')} className="scan-wide" required>
            <Select {...openList} />
          </Form.Item>
        </>
      )}
    </>
  );
}

/** A rule as one sentence whose parts are edited in place. */
function Sentence() {
  return (
    <div className="scan-sentence">
      <Form.Item
        name="repositories"
        label={t('repositories')}
        extra={t(useKeepsRules() === 'project' ? 'ownRepositoriesHint' : 'repositoriesHint')}
        rules={rulesFor(FirewallRuleInput, 'repositories')}
        className="scan-wide"
        required
      >
        <NamePicker useChoices={useRemotes} free />
      </Form.Item>
      <Condition />
      <Form.Item name="mode" label={t('mode')} required>
        <Select options={firewallModes.map((value) => ({ value, label: t(`mode_${value}`) }))} popupMatchSelectWidth={false} />
      </Form.Item>
      <Form.Item name="unknown" label={t('unknown')} required>
        <Select options={(['allow', 'refuse'] as const).map((value) => ({ value, label: t(`unknown_${value}`) }))} popupMatchSelectWidth={false} />
      </Form.Item>
      <Form.Item name="except" label={t('except')} extra={t('exceptHint')} className="scan-wide">
        <Select {...openList} />
      </Form.Item>
      <Form.Item name="name" label={t('name')} rules={rulesFor(FirewallRuleInput, 'name')} className="scan-wide" required>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
    </div>
  );
}

/** Says a refusal of the server at the form's own fields. */
function inForm(error: Error): Error {
  if (!isApiError(error) || error.fields.length === 0) return error;
  return new FormRefusal(
    error.message,
    error.fields.map(({ path, message }) => ({ path: findRuleField(path), message })),
  );
}

/** A new rule, or changes to one. */
export function FirewallRuleDrawer({ rule, onClose }: { rule?: FirewallRule | undefined; onClose: () => void }) {
  const keeps = useKeepsRules();
  const form = {
    before: rule ? makeDraft(rule) : { ...newRule, repositories: keeps === 'project' ? [] : newRule.repositories },
    stale: [listFirewallRules],
    refuse: inForm,
    onSaved: ({ name }: FirewallRule) => {
      notify.good(t('saved', { name }));
      onClose();
    },
    onClose,
    children: <Sentence />,
  };
  if (!rule)
    return (
      <RecordDrawer<typeof createFirewallRule, RuleDraft>
        {...form}
        title={t('newRule')}
        submitLabel={t('createRule')}
        save={createFirewallRule}
        input={(draft) => ({ body: getBody({ ...form.before, ...draft }) })}
      />
    );
  return (
    <RecordDrawer<typeof updateFirewallRule, RuleDraft>
      {...form}
      title={t('editRule', { name: rule.name })}
      submitLabel={t('save')}
      save={updateFirewallRule}
      input={(draft) => ({ params: { id: rule.id }, body: getBody({ ...form.before, ...draft }) })}
    />
  );
}
