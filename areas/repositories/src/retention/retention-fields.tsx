import { query } from '@packhouse/console-kit/console-kit.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { noProjectKey, RetentionPolicyInput } from '@packhouse/contract/repositories/retention-routes.ts';
import { availablePackages, listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { Checkbox, Form, FormGroup, Input, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { projectTitle, type RetentionDraft } from './retention-draft.ts';
import { t } from './retention-words.ts';

type Field = keyof RetentionDraft;

function Count({ name, label, hint }: { name: 'olderThanDays' | 'unusedForDays' | 'keepVersions' | 'mostMinutes'; label: string; hint?: string }) {
  return (
    <Form.Item name={name} label={label} extra={hint} rules={rulesFor(RetentionPolicyInput, name)}>
      <NumberInput className="retention-number" />
    </Form.Item>
  );
}

function Lines({ name, label, hint }: { name: Field; label: string; hint: string }) {
  return (
    <Form.Item name={name} label={label} extra={hint}>
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 8 }} spellCheck={false} className="ph-mono" />
    </Form.Item>
  );
}

/** Repositories, or patterns of their keys. */
function Repositories({
  name,
  label,
  hint,
  placeholder,
  projectKey,
}: {
  name: 'repositoryKeys' | 'excludeRepositoryKeys';
  label: string;
  hint: string;
  placeholder?: string;
  projectKey: string | undefined;
}) {
  const repositories = useQuery(query(listRepositories, { query: projectKey === undefined ? {} : { projectKey } })).data?.items ?? [];
  return (
    <Form.Item name={name} label={label} extra={hint}>
      <Select
        mode="tags"
        placeholder={placeholder}
        options={repositories.filter(({ class: kind }) => kind !== 'virtual').map(({ key }) => ({ value: key, label: key }))}
      />
    </Form.Item>
  );
}

/** The project of a policy that belongs to it: nobody chooses there. A form control. */
function GivenProject({ id, value = [] }: { id?: string; value?: readonly string[] }) {
  return <output id={id}>{value.map(projectTitle).join(', ')}</output>;
}

function Places({ projectKey }: { projectKey: string | undefined }) {
  const projects = useQuery(query(listProjects, {})).data ?? [];
  const formats = useQuery(query(availablePackages, {})).data ?? [];
  return (
    <>
      <Repositories name="repositoryKeys" label={t('repositories')} hint={t('repositoriesHint')} projectKey={projectKey} placeholder={t('everywhere')} />
      <Repositories name="excludeRepositoryKeys" label={t('excludeRepositories')} hint={t('excludeRepositoriesHint')} projectKey={projectKey} />
      <Form.Item name="projectKeys" label={t('projects')} extra={projectKey === undefined ? undefined : t('ofProjectHint')}>
        {projectKey === undefined ? (
          <Select
            mode="multiple"
            placeholder={t('everywhere')}
            options={[noProjectKey, ...projects.map(({ key }) => key)].map((key) => ({ value: key, label: projectTitle(key) }))}
          />
        ) : (
          <GivenProject />
        )}
      </Form.Item>
      <Form.Item name="formats" label={t('formats')}>
        <Select mode="multiple" placeholder={t('everywhere')} options={formats.map((format) => ({ value: format, label: getFormatTitle(format) }))} />
      </Form.Item>
    </>
  );
}

/** All fields of a policy. */
export function RetentionFields({ projectKey }: { projectKey: string | undefined }) {
  const every = Form.useWatch<RetentionDraft['every'] | undefined>('every');
  return (
    <>
      <FormGroup title={t('basics')}>
        <Form.Item name="name" label={t('name')} rules={rulesFor(RetentionPolicyInput, 'name')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="description" label={t('description')} rules={rulesFor(RetentionPolicyInput, 'description')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('what')} text={t('whatHelp')}>
        <Count name="olderThanDays" label={t('olderThanDays')} />
        <Count name="unusedForDays" label={t('unusedForDays')} hint={t('unusedHint')} />
        <Count name="keepVersions" label={t('keepVersions')} />
        <Lines name="withProperties" label={t('withProperties')} hint={t('propertiesHint')} />
        <Lines name="keepProperties" label={t('keepProperties')} hint={t('propertiesHint')} />
      </FormGroup>
      <FormGroup title={t('scope')} text={t('scopeHelp')}>
        <Places projectKey={projectKey} />
        <Lines name="includePackages" label={t('includePackages')} hint={t('packagesHint')} />
        <Lines name="excludePackages" label={t('excludePackages')} hint={t('packagesHint')} />
        <Lines name="includePatterns" label={t('includePatterns')} hint={t('patternsHint')} />
        <Lines name="excludePatterns" label={t('excludePatterns')} hint={t('patternsHint')} />
      </FormGroup>
      <FormGroup title={t('whenItRuns')} text={t('runningHelp')}>
        <Form.Item name="every" label={t('every')}>
          <Select
            options={(['never', 'day', 'week', 'month', 'schedule'] as const).map((value) => ({
              value,
              label: value === 'schedule' ? t('bySchedule') : t(value),
            }))}
          />
        </Form.Item>
        {every === 'schedule' && (
          <Form.Item name="cron" label={t('cron')} extra={t('cronHint')} required>
            <Input autoComplete="off" spellCheck={false} className="ph-mono" />
          </Form.Item>
        )}
        <Count name="mostMinutes" label={t('mostMinutes')} hint={t('mostMinutesHint')} />
        <Form.Item name="enabled" valuePropName="checked" extra={t('enabledHint')}>
          <Checkbox>{t('enabled')}</Checkbox>
        </Form.Item>
        <Form.Item name="into" label={t('into')} extra={t('intoHint')}>
          <Select options={(['trash', 'archive', 'nothing'] as const).map((value) => ({ value, label: t(`into_${value}`) }))} />
        </Form.Item>
      </FormGroup>
    </>
  );
}
