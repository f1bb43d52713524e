import { query } from '@packhouse/console-kit/console-kit.ts';
import { listProjectEnvironments } from '@packhouse/contract/access/access-environment-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { Form, FormGroup, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './administration-words.ts';

/** Where a new repository belongs: a project, unless that is settled, and the project's environments. */
export function PlaceFields({ settled, initial }: { settled: boolean; initial: string }) {
  const projectKey = Form.useWatch<string>('projectKey') ?? initial;
  const { data: projects = [] } = useQuery({ ...query(listProjects, {}), enabled: !settled });
  const { data: environments = [] } = useQuery({ ...query(listProjectEnvironments, { params: { key: projectKey } }), enabled: projectKey !== '' });
  return (
    <FormGroup title={t('place')} text={t('placeHelp')}>
      {!settled && (
        <Form.Item name="projectKey" label={t('project')}>
          <Select options={[{ value: '', label: t('noProject') }, ...projects.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))]} />
        </Form.Item>
      )}
      {projectKey !== '' && (
        <Form.Item name="environments" label={t('environments')} extra={t('environmentsHint')}>
          <Select mode="multiple" options={environments.map(({ name }) => ({ value: name, label: name }))} />
        </Form.Item>
      )}
    </FormGroup>
  );
}
