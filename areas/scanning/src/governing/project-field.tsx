import { query, useSession } from '@packhouse/console-kit/console-kit.ts';
import { policyRules } from '@packhouse/contract/scanning/policy-words.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { Form, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { t } from './governing-words.ts';

const OfProject = z.object({ project: z.string(policyRules.choose_project.en).min(1, policyRules.choose_project.en) });

type Duty = 'policies' | 'watches' | 'reports';

/** Whether somebody keeps all of what a duty is about, as administrators do, and not only what is of projects that they administer. */
export function useKeepsAll(duty?: Duty): boolean {
  const { administrator, duties = [] } = useSession();
  return administrator || (duty !== undefined && duties.includes(duty));
}

/** The project in which somebody begins who administers no more than projects. */
export function useOwnProject(duty?: Duty): string {
  const { managesProject, projectKey = '' } = useSession();
  return useKeepsAll(duty) || !managesProject ? '' : projectKey;
}

interface ProjectFieldProps {
  /** Whoever has it keeps all, as administrators do. */
  duty?: Duty;
  /** What it means to name none. */
  hint?: string;
  onChange?: () => void;
}

/** The project to which something new belongs: any or none for those who keep all, else one that they administer. */
export function ProjectField({ duty, hint = t('projectHint'), onChange }: ProjectFieldProps) {
  const keepsAll = useKeepsAll(duty);
  const { data, isPending } = useQuery(query(listProjects, {}));
  const projects = data?.filter(({ administrator }) => keepsAll || administrator) ?? [];
  return (
    <Form.Item
      name="project"
      label={t('project')}
      extra={keepsAll ? hint : t('ownProjectHint')}
      rules={keepsAll ? [] : rulesFor(OfProject, 'project')}
      getValueProps={(project: string) => ({ value: project === '' ? undefined : project })}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        allowClear={keepsAll}
        loading={isPending}
        onChange={onChange}
        options={projects.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
      />
    </Form.Item>
  );
}
