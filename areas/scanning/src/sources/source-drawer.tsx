import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  type AdvisorySource,
  AdvisorySourceInput,
  changeAdvisorySource,
  createAdvisorySource,
  listAdvisorySources,
  sourceKinds,
} from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { t } from '../scanning-words.ts';

/** The fields as they are typed. */
interface SourceDraft extends Omit<AdvisorySourceInput, 'url'> {
  url: string;
}

const empty: SourceDraft = { name: '', url: '', every: 'never', enabled: true, complete: false, kind: 'osv', covers: [] };

const makeDraft = ({ name, url, every, enabled, complete, kind, covers }: AdvisorySource): SourceDraft => ({
  name,
  url: url ?? '',
  every,
  enabled,
  complete,
  kind,
  covers,
});

/** An address that is left empty is none. */
const addressRule = {
  validator: async (_rule: unknown, value: string | undefined) => {
    const problem = spokenProblem(AdvisorySourceInput.shape.url.safeParse(value?.trim() || null));
    if (problem) throw new Error(problem);
  },
};

function Fields() {
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={rulesFor(AdvisorySourceInput, 'name')} required>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item name="kind" label={t('kind')}>
        <Select options={sourceKinds.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={[addressRule]}>
        <Input autoComplete="off" spellCheck={false} inputMode="url" />
      </Form.Item>
      <Form.Item name="every" label={t('every')}>
        <Select options={(['never', 'day', 'week'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item name="covers" label={t('covers')} extra={t('coversHint')}>
        <Select mode="tags" tokenSeparators={[',']} />
      </Form.Item>
      <Form.Item name="enabled" valuePropName="checked" extra={t('enabledHint')}>
        <Checkbox>{t('enabled')}</Checkbox>
      </Form.Item>
      <Form.Item name="complete" valuePropName="checked" extra={t('completeHint')}>
        <Checkbox>{t('complete')}</Checkbox>
      </Form.Item>
    </>
  );
}

const getBody = (draft: SourceDraft) => ({ ...draft, url: draft.url.trim() || null });

/** A new source, or changes to one. */
export function SourceDrawer({ source, onClose }: { source?: AdvisorySource; onClose: () => void }) {
  const form = {
    before: source ? makeDraft(source) : empty,
    curl: false as const,
    stale: [listAdvisorySources],
    onSaved: ({ name }: AdvisorySource) => {
      notify.good(t('wasSaved', { name }));
      onClose();
    },
    onClose,
    children: <Fields />,
  };
  if (!source)
    return (
      <RecordDrawer {...form} title={t('newSource')} submitLabel={t('create')} save={createAdvisorySource} input={(draft) => ({ body: getBody(draft) })} />
    );
  const input = (draft: SourceDraft) => ({ params: { id: source.id }, body: getBody(draft) });
  return <RecordDrawer {...form} title={t('editSource', { name: source.name })} submitLabel={t('save')} save={changeAdvisorySource} input={input} />;
}
