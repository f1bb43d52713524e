import { isApiError, LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal, RecordForm } from '@packhouse/console-kit/forms.ts';
import type { RouteInput } from '@packhouse/contract/route.ts';
import { GovernedName } from '@packhouse/contract/scanning/policy-routes.ts';
import { policyRules } from '@packhouse/contract/scanning/policy-words.ts';
import {
  createWatch,
  listAssignablePolicies,
  listWatches,
  previewWatch,
  readWatch,
  updateWatch,
  type WatchDetails,
} from '@packhouse/contract/scanning/watch-routes.ts';
import { EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { noFilters } from './filter-draft.ts';
import { editWatchPath, watchListPath } from './governing-screens.ts';
import { t } from './governing-words.ts';
import { NamePicker } from './name-picker.tsx';
import { findPlaces } from './place-choices.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { ProjectField, useKeepsAll, useOwnProject } from './project-field.tsx';
import { findWatchField, getWatch, isNamed, isSource, makeWatchDraft, type NamedPlace, newWatch, type WatchDraft, wheres } from './watch-draft.ts';
import { WatchFilters } from './watch-filters.tsx';
import { DeleteWatch } from './watch-list-page.tsx';
import '../scanning.css';

/** What the form holds; a field that was emptied holds nothing at all. */
const readDraft = (before: WatchDraft, now: Partial<WatchDraft>): WatchDraft => ({ ...before, ...now, project: now.project ?? '' });

const breadcrumb = () => [{ label: t('watches'), to: watchListPath }];
const Named = z.object({ name: GovernedName });
const Chosen = z.object({ names: z.array(z.string()).min(1, policyRules.choose_some.en) });
const plain = { autoComplete: 'off', spellCheck: false, className: 'ph-mono' } as const;
const place = ({ project }: Pick<WatchDraft, 'project'>) => ({ query: project === '' ? {} : { projectKey: project } });

/** Says a refusal of the server at the form's own fields. */
function inForm(error: Error): Error {
  if (!isApiError(error) || error.fields.length === 0) return error;
  return new FormRefusal(
    error.message,
    error.fields.map(({ path, message }) => ({ path: findWatchField(path), message })),
  );
}

function General({ isNew }: { isNew: boolean }) {
  const form = Form.useFormInstance<WatchDraft>();
  return (
    <FormGroup title={t('general')}>
      {isNew && (
        <>
          <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(Named, 'name')}>
            <Input {...plain} />
          </Form.Item>
          <ProjectField duty="watches" onChange={() => form.setFieldsValue({ places: [], policies: [] })} />
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

/** Policies that the watch can use. */
function Policies({ project }: { project: string }) {
  const keepsAll = useKeepsAll('watches');
  const isKnown = keepsAll || project !== '';
  const { data, isPending } = useQuery({ ...query(listAssignablePolicies, place({ project })), enabled: isKnown });
  const options = data?.data.map(({ name, type, description }) => ({ value: name, label: name, title: `${t(`is_${type}`)}: ${description || name}` }));
  const hint = isKnown ? options?.length === 0 && t('applyNone') : t('projectFirst');
  return (
    <Form.Item name="policies" label={t('apply')} extra={hint} rules={rulesFor(Chosen, 'names')} className="scan-wide">
      <Select mode="multiple" loading={isKnown && isPending} options={options} popupMatchSelectWidth={false} />
    </Form.Item>
  );
}

/** Of what the watch names, what is told is not there any more. */
function Places({ where, project, missing }: { where: NamedPlace; project: string; missing: readonly string[] }) {
  const useChoices = useMemo(() => findPlaces[where](project), [where, project]);
  const isFree = where === 'someBuilds' || where === 'someBundles' || where === 'someSources';
  const hint = where === 'someSources' ? t('sourcesHint') : t('namesHint');
  return (
    <Form.Item name="places" label={t('repositories')} extra={isFree && hint} rules={rulesFor(Chosen, 'names')} className="scan-wide">
      <NamePicker key={`${where} ${project}`} useChoices={useChoices} missing={missing} free={isFree} />
    </Form.Item>
  );
}

/** What saving would come to; of pull requests their vendors would have to be asked first. */
function Foresight({ input }: { input: () => RouteInput<typeof previewWatch> }) {
  const where = Form.useWatch<WatchDraft['where'] | undefined>('where');
  return isSource(where) ? <p className="ph-muted">{t('noPreview')}</p> : <PreviewPanel route={previewWatch} input={input} />;
}

/** The sentence of a watch: in what, which policies apply. */
function Sentence({ missing = [], narrowed = false }: { missing?: readonly string[]; narrowed?: boolean }) {
  const form = Form.useFormInstance<WatchDraft>();
  const where = Form.useWatch<WatchDraft['where'] | undefined>('where');
  const project = Form.useWatch((draft: WatchDraft) => draft.project, { form, preserve: true }) ?? '';
  const possible = project === '' ? wheres : wheres.filter((one) => !isSource(one));
  const options = [...possible.map((value) => ({ value, label: t(`in_${value}`) })), ...(where === 'kept' ? [{ value: 'kept', label: t('kept') }] : [])];
  return (
    <>
      <FormGroup title={t('sentence')}>
        <div className="scan-sentence">
          <Form.Item name="where" label={t('inWhat')} required>
            <Select options={options} popupMatchSelectWidth={false} onChange={() => form.setFieldValue('places', [])} />
          </Form.Item>
          {isNamed(where) && <Places where={where} project={project} missing={missing} />}
          <Policies project={project} />
        </div>
        <Form.Item name="recipients" label={t('recipients')} extra={t('recipientsHint')}>
          <Input {...plain} />
        </Form.Item>
      </FormGroup>
      <WatchFilters where={where} open={narrowed} />
    </>
  );
}

/** A new watch. */
export function NewWatchPage() {
  const navigate = useNavigate();
  const [form] = Form.useForm<WatchDraft>();
  const before = { ...newWatch, project: useOwnProject('watches') };
  const input = () => {
    const draft = readDraft(before, form.getFieldsValue(true));
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
      before={before}
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
      <Foresight input={input} />
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

function EditForm({ watch }: { watch: WatchDetails }) {
  const navigate = useNavigate();
  const { name } = watch.general_data;
  const before = makeWatchDraft(watch);
  const [form] = Form.useForm<WatchDraft>();
  const read = () => readDraft(before, form.getFieldsValue(true));
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
      <Sentence missing={watch.missing} narrowed={JSON.stringify(before.filters) !== JSON.stringify(noFilters)} />
      <Foresight input={() => ({ ...place(read()), body: getWatch(read()) })} />
    </RecordForm>
  );
}
