import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  type CustomIssue,
  CustomIssueInput,
  changeCustomIssue,
  createCustomIssue,
  IssueComponent,
  listCustomIssues,
} from '@packhouse/contract/scanning/scanning-issue-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { Button, IconButton, nameSeverity, notify } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { ProjectField } from '../governing/project-field.tsx';
import { t } from './issues-words.ts';
import '../scanning.css';

const newComponent: CustomIssueInput['components'][number] = { id: '', vulnerable_versions: [], vulnerable_ranges: [], fixed_versions: [] };
/** What the form holds: of a new one also its project, '' for none. */
type IssueDraft = CustomIssueInput & { project: string };

const newIssue: IssueDraft = { project: '', id: '', summary: '', description: '', severity: 'High', cves: [], components: [newComponent], sources: [] };

function makeDraft({ id, summary, description, severity, cves, components, sources }: CustomIssue): CustomIssueInput {
  return { id, summary, description, severity, cves, components, sources };
}

const openList = { mode: 'tags' as const, open: false, suffixIcon: null };
/** A range has a comma of its own. */
const plainList = { ...openList, tokenSeparators: [',', ' '] };

interface PackageProps {
  at: number;
  onRemove: (() => void) | undefined;
}

/** One package that is affected, and which versions of it. */
function AffectedPackage({ at, onRemove }: PackageProps) {
  const number = at + 1;
  return (
    <section className="scan-rule" aria-label={t('package', { number })}>
      <div className="scan-sentence">
        <Form.Item
          name={[at, 'id']}
          label={t('package', { number })}
          extra={t('packageHint')}
          rules={rulesFor(IssueComponent, 'id')}
          className="scan-wide"
          required
        >
          <Input autoComplete="off" spellCheck={false} className="ph-mono" />
        </Form.Item>
        <Form.Item name={[at, 'vulnerable_ranges']} label={t('ranges')} extra={t('rangesHint')} className="scan-wide">
          <Select {...openList} />
        </Form.Item>
        <Form.Item name={[at, 'vulnerable_versions']} label={t('versions')} extra={t('versionsHint')} className="scan-wide">
          <Select {...plainList} />
        </Form.Item>
        <Form.Item name={[at, 'fixed_versions']} label={t('fixed')} className="scan-wide">
          <Select {...plainList} />
        </Form.Item>
      </div>
      {onRemove && (
        <div className="scan-rule-tools">
          <IconButton icon="trash" label={t('removePackage', { number })} onClick={onRemove} />
        </div>
      )}
    </section>
  );
}

function Fields({ isNew, project }: { isNew: boolean; project: string | undefined }) {
  return (
    <>
      {isNew && project === undefined && <ProjectField hint={t('projectHint')} />}
      {isNew && (
        <Form.Item name="id" label={t('id')} extra={t('idHint')} rules={rulesFor(CustomIssueInput, 'id')} required>
          <Input autoComplete="off" spellCheck={false} className="ph-mono" />
        </Form.Item>
      )}
      <Form.Item name="summary" label={t('summary')} rules={rulesFor(CustomIssueInput, 'summary')} required>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="severity" label={t('severity')} required>
        <Select options={severities.map((value) => ({ value, label: nameSeverity(value) }))} />
      </Form.Item>
      <FormGroup title={t('packages')} text={t('packagesAbout')}>
        <Form.List name="components">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }) => (
                <AffectedPackage key={key} at={name} onRemove={fields.length > 1 ? () => remove(name) : undefined} />
              ))}
              <span>
                <Button icon="plus" onClick={() => add(newComponent)}>
                  {t('addPackage')}
                </Button>
              </span>
            </>
          )}
        </Form.List>
      </FormGroup>
      <Form.Item name="description" label={t('description')} rules={rulesFor(CustomIssueInput, 'description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item name="cves" label={t('cves')} extra={t('cvesHint')} rules={rulesFor(CustomIssueInput, 'cves')}>
        <Select {...plainList} />
      </Form.Item>
      <Form.Item name="sources" label={t('sources')} extra={t('sourcesHint')} rules={rulesFor(CustomIssueInput, 'sources')}>
        <Select {...plainList} />
      </Form.Item>
    </>
  );
}

interface IssueDrawerProps {
  issue?: CustomIssue | undefined;
  /** A new one is of this project; absent: of one that is chosen in the form, or of none. */
  project?: string | undefined;
  onClose: () => void;
}

/** A new vulnerability, or changes to one. */
export function IssueDrawer({ issue, project, onClose }: IssueDrawerProps) {
  const form = {
    stale: [listCustomIssues],
    width: 720,
    onSaved: ({ id }: CustomIssue) => {
      notify.good(t('saved', { id }));
      onClose();
    },
    onClose,
    children: <Fields isNew={!issue} project={project} />,
  };
  if (!issue)
    return (
      <RecordDrawer<typeof createCustomIssue, IssueDraft>
        {...form}
        before={{ ...newIssue, project: project ?? '' }}
        title={t('describe')}
        submitLabel={t('create')}
        save={createCustomIssue}
        input={({ project: projectKey, ...body }) => ({ query: projectKey ? { projectKey } : {}, body })}
      />
    );
  return (
    <RecordDrawer<typeof changeCustomIssue, CustomIssueInput>
      {...form}
      before={makeDraft(issue)}
      title={t('editIssue', { id: issue.id })}
      submitLabel={t('save')}
      save={changeCustomIssue}
      input={(draft) => ({ params: { id: issue.id }, body: { ...draft, id: issue.id } })}
    />
  );
}
