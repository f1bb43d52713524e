import { isApiError, LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal, RecordForm } from '@packhouse/console-kit/forms.ts';
import { GovernedName, listPolicies } from '@packhouse/contract/scanning/policy-routes.ts';
import { type CountedWatch, createWatch, listWatches, previewWatch, readWatch, updateWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { editWatchPath, watchListPath } from './governing-screens.ts';
import { t } from './governing-words.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { findWatchField, getWatch, isNamed, makeWatchDraft, newWatch, type WatchDraft, wheres } from './watch-draft.ts';
import { DeleteWatch } from './watch-list-page.tsx';
import '../scanning.css';

const breadcrumb = () => [{ label: t('watches'), to: watchListPath }];
const Named = z.object({ name: GovernedName });
/** Something has to stand there. */
const Filled = z.object({ text: z.string().trim().min(1) });
const plain = { autoComplete: 'off', spellCheck: false, className: 'ph-mono' } as const;
const place = ({ project }: Pick<WatchDraft, 'project'>) => ({ query: project.trim() === '' ? {} : { projectKey: project.trim() } });

/** Says a refusal of the server at the form's own fields. */
function inForm(error: Error): Error {
  if (!isApiError(error) || error.fields.length === 0) return error;
  return new FormRefusal(
    error.message,
    error.fields.map(({ path, message }) => ({ path: findWatchField(path), message })),
  );
}

function General({ isNew }: { isNew: boolean }) {
  return (
    <FormGroup title={t('general')}>
      {isNew && (
        <>
          <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(Named, 'name')}>
            <Input {...plain} />
          </Form.Item>
          <Form.Item name="project" label={t('project')} extra={t('projectHint')}>
            <Input {...plain} />
          </Form.Item>
        </>
      )}
      <Form.Item name="description" label={t('description')}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="active" valuePropName="checked">
        <Checkbox>{t('active')}</Checkbox>
      </Form.Item>
    </FormGroup>
  );
}

/** The sentence of a watch: in what, which policies apply. */
function Sentence() {
  const where = Form.useWatch<WatchDraft['where'] | undefined>('where');
  const { data } = useQuery(query(listPolicies, {}));
  const names = data?.data.map(({ name }) => name) ?? [];
  const hint = names.length > 0 ? t('applyHint', { names: names.slice(0, 20).join(', ') }) : data && t('applyNone');
  const options = [...wheres.map((value) => ({ value, label: t(`in_${value}`) })), ...(where === 'kept' ? [{ value: 'kept', label: t('kept') }] : [])];
  const isOfNames = where === 'someBuilds' || where === 'someBundles';
  return (
    <FormGroup title={t('sentence')}>
      <div className="scan-sentence">
        <Form.Item name="where" label={t('inWhat')}>
          <Select options={options} popupMatchSelectWidth={false} />
        </Form.Item>
        {isNamed(where) && (
          <Form.Item
            name="places"
            label={t('repositories')}
            extra={t(isOfNames ? 'namesHint' : 'repositoriesHint')}
            rules={rulesFor(Filled, 'text')}
            className="scan-wide"
          >
            <Input {...plain} />
          </Form.Item>
        )}
        <Form.Item name="policies" label={t('apply')} extra={hint} rules={rulesFor(Filled, 'text')} className="scan-wide">
          <Input {...plain} />
        </Form.Item>
      </div>
      <Form.Item name="recipients" label={t('recipients')} extra={t('recipientsHint')}>
        <Input {...plain} />
      </Form.Item>
    </FormGroup>
  );
}

/** A new watch. */
export function NewWatchPage() {
  const navigate = useNavigate();
  const [form] = Form.useForm<WatchDraft>();
  const input = () => {
    const draft = { ...newWatch, ...(form.getFieldsValue(true) as WatchDraft) };
    return { ...place(draft), body: getWatch(draft) };
  };
  return (
    <RecordForm<typeof createWatch, WatchDraft>
      wide
      form={form}
      title={t('newWatch')}
      breadcrumb={breadcrumb()}
      cancelTo={watchListPath}
      save={createWatch}
      submitLabel={t('createWatch')}
      before={newWatch}
      input={input}
      refuse={inForm}
      stale={[listWatches]}
      onSaved={({ general_data: { name } }) => {
        notify.good(t('created', { name }));
        return navigate(editWatchPath(name), { replace: true });
      }}
    >
      <General isNew />
      <Sentence />
      <PreviewPanel route={previewWatch} input={input} />
    </RecordForm>
  );
}

/** One watch. */
export function EditWatchPage() {
  const { watchName: name = '' } = useParams();
  const result = useQuery(query(readWatch, { params: { name } }));
  const missing = <EmptyState icon="eye" title={t('noSuchWatch', { name })} action={<LinkButton to={watchListPath}>{t('all')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={name} breadcrumb={breadcrumb()} lines={10}>
      {(watch) => <EditForm key={watch.general_data.name} watch={watch} />}
    </LoadedPage>
  );
}

function EditForm({ watch }: { watch: CountedWatch }) {
  const navigate = useNavigate();
  const { name } = watch.general_data;
  const before = makeWatchDraft(watch);
  const [form] = Form.useForm<WatchDraft>();
  const read = () => ({ ...before, ...(form.getFieldsValue(true) as WatchDraft) });
  return (
    <RecordForm<typeof updateWatch, WatchDraft>
      wide
      form={form}
      title={name}
      breadcrumb={breadcrumb()}
      cancelTo={watchListPath}
      save={updateWatch}
      submitLabel={t('save')}
      before={before}
      input={() => ({ params: { name }, body: getWatch(read()) })}
      refuse={inForm}
      stale={[listWatches, readWatch]}
      onSaved={() => notify.good(t('saved', { name }))}
      removal={{ label: t('remove'), question: (onClose) => <DeleteWatch name={name} onClose={onClose} onDeleted={() => void navigate(watchListPath)} /> }}
    >
      <General isNew={false} />
      <Sentence />
      <PreviewPanel route={previewWatch} input={() => ({ ...place(read()), body: getWatch(read()) })} />
    </RecordForm>
  );
}
