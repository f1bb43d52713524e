import { isApiError, mutation, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal, RecordForm } from '@packhouse/console-kit/forms.ts';
import { ReportBody, reportTypes } from '@packhouse/contract/scanning/report-input.ts';
import { createReport, listReports, previewReport } from '@packhouse/contract/scanning/report-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { Banner, Button, nameSeverity, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { NamePicker } from '../governing/name-picker.tsx';
import { findPlaces } from '../governing/place-choices.ts';
import { ProjectField, useOwnProject } from '../governing/project-field.tsx';
import { findReportField, getReport, isAboutVulnerabilities, newReport, type ReportDraft } from './report-draft.ts';
import { reportListPath, reportPath } from './reports-screens.ts';
import { t } from './reports-words.ts';
import '../scanning.css';

const plain = { autoComplete: 'off', spellCheck: false, className: 'ph-mono' } as const;

/** Says a refusal of the server at the form's own fields. */
function inForm(error: Error): Error {
  if (!isApiError(error) || error.fields.length === 0) return error;
  return new FormRefusal(
    error.message,
    error.fields.map(({ path, message }) => ({ path: findReportField(path), message })),
  );
}

function General() {
  const form = Form.useFormInstance<ReportDraft>();
  const project = Form.useWatch<ReportDraft['project'] | undefined>('project', form) ?? '';
  const useRepositories = useMemo(() => findPlaces.some(project), [project]);
  return (
    <FormGroup title={t('general')}>
      <Form.Item name="name" label={t('name')} rules={rulesFor(ReportBody, 'name')}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="type" label={t('type')} required>
        <Select options={reportTypes.map((value) => ({ value, label: t(`of_${value}`) }))} />
      </Form.Item>
      <ProjectField duty="reports" hint={t('projectHint')} onChange={() => form.setFieldValue('repositories', [])} />
      <Form.Item name="repositories" label={t('repositories')} extra={t('repositoriesHint')}>
        <NamePicker key={project} useChoices={useRepositories} />
      </Form.Item>
      <Form.Item name="builds" label={t('builds')} extra={t('buildsHint')}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="releaseBundles" label={t('releaseBundles')} extra={t('releaseBundlesHint')}>
        <Input {...plain} />
      </Form.Item>
    </FormGroup>
  );
}

function OfVulnerabilities() {
  return (
    <>
      <Form.Item name="severity" label={t('severity')}>
        <Select options={[{ value: '', label: t('any') }, ...severities.map((value) => ({ value, label: nameSeverity(value) }))]} />
      </Form.Item>
      <Form.Item name="cve" label={t('cve')} extra={t('cveHint')}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="fixable" valuePropName="checked">
        <Checkbox>{t('fixable')}</Checkbox>
      </Form.Item>
      <Form.Item name="exploited" valuePropName="checked">
        <Checkbox>{t('exploited')}</Checkbox>
      </Form.Item>
    </>
  );
}

function OfViolations() {
  return (
    <>
      <Form.Item name="watches" label={t('watches')} extra={t('watchesHint')}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="status" label={t('status')}>
        <Select options={(['Active', 'Ignored', 'All'] as const).map((value) => ({ value, label: t(`status_${value}`) }))} />
      </Form.Item>
    </>
  );
}

function Narrowing() {
  const type = Form.useWatch<ReportDraft['type'] | undefined>('type');
  const risks = [{ value: '', label: t('any') }, ...(['High', 'Medium', 'Low'] as const).map((value) => ({ value, label: t(`risk_${value}`) }))];
  return (
    <FormGroup title={t('scope')}>
      <Form.Item name="component" label={t('component')} extra={t('patternHint')}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="artifact" label={t('artifact')} extra={t('patternHint')}>
        <Input {...plain} />
      </Form.Item>
      {isAboutVulnerabilities(type) && <OfVulnerabilities />}
      {type === 'violations' && <OfViolations />}
      {type === 'licenses' && (
        <Form.Item name="licences" label={t('licences')} extra={t('licencesHint')}>
          <Input {...plain} />
        </Form.Item>
      )}
      {type === 'operationalRisks' && (
        <Form.Item name="risk" label={t('risk')}>
          <Select options={risks} />
        </Form.Item>
      )}
    </FormGroup>
  );
}

function When() {
  return (
    <FormGroup title={t('when')}>
      <Form.Item name="cron" label={t('schedule')} extra={t('cronHint')}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="zone" label={t('zone')} extra={t('zoneHint')}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="emails" label={t('emails')} extra={t('emailsHint')}>
        <Input {...plain} />
      </Form.Item>
    </FormGroup>
  );
}

function Preview({ read }: { read: () => ReportDraft }) {
  const look = useMutation(mutation(previewReport));
  const refusal = useRefusal(previewReport);
  const found = look.data;
  return (
    <FormGroup title={t('preview')} text={t('previewAbout')}>
      <span>
        <Button
          icon="eye"
          loading={look.isPending}
          refusal={refusal}
          onClick={() => look.mutate({ body: getReport({ ...read(), name: read().name.trim() || '-' }) })}
        >
          {t('look')}
        </Button>
      </span>
      {look.error && <Banner kind="bad">{look.error.message}</Banner>}
      {found && (
        <div role="status">
          <Banner kind="info">{found.looked < found.versions ? t('wouldHoldSome', found) : t('wouldHold', found)}</Banner>
        </div>
      )}
    </FormGroup>
  );
}

/** A new report. */
export function NewReportPage() {
  const navigate = useNavigate();
  const [form] = Form.useForm<ReportDraft>();
  const before = { ...newReport, project: useOwnProject('reports') };
  const read = () => ({ ...before, ...(form.getFieldsValue(true) as Partial<ReportDraft>) });
  return (
    <RecordForm<typeof createReport, ReportDraft>
      wide
      form={form}
      title={t('newReport')}
      breadcrumb={[{ label: t('reports'), to: reportListPath }]}
      cancelTo={reportListPath}
      save={createReport}
      submitLabel={t('create')}
      before={before}
      input={() => ({ body: getReport(read()) })}
      refuse={inForm}
      stale={[listReports]}
      onSaved={({ id, name }) => {
        notify.good(t('begun', { name }));
        return navigate(reportPath(id), { replace: true });
      }}
    >
      <General />
      <Narrowing />
      <When />
      <Preview read={read} />
    </RecordForm>
  );
}
