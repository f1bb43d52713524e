import { query } from '@packhouse/console-kit/console-kit.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { listRepositories, type RepositorySummary } from '@packhouse/contract/repositories/repository-routes.ts';
import { Button, IconButton, Menu, Tag } from '@packhouse/ui/core.ts';
import { type FieldAria, Form } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './administration-words.ts';

interface MemberPickerProps extends FieldAria {
  id?: string;
  format: FormatId;
  /** The virtual repository itself, which cannot be its own member. */
  own: string | undefined;
  value?: readonly string[];
  onChange?: (members: readonly string[]) => void;
}

function moved(members: readonly string[], from: number, to: number): string[] {
  const next = members.filter((_, index) => index !== from);
  next.splice(to, 0, members[from]!);
  return next;
}

/** The members of a virtual repository in their order, and where it publishes to. A form control. */
export function MemberPicker({ format, own, id, value = [], onChange, ...aria }: MemberPickerProps) {
  const { data } = useQuery(query(listRepositories, { query: { format, limit: 500 } }));
  const known = new Map((data?.items ?? []).map((one) => [one.key, one]));
  const candidates = (data?.items ?? []).filter(({ key }) => key !== own && !value.includes(key));
  const change = (members: readonly string[]) => onChange?.(members);
  return (
    <fieldset {...aria} id={id} aria-label={t('membersTitle')} tabIndex={-1} className="ph-form-set ph-stack">
      {value.length === 0 ? (
        <p className="ph-muted">{t('noMembers')}</p>
      ) : (
        <ol className="repos-members">
          {value.map((key, index) => (
            <li key={key}>
              <span className="repos-name">
                <b>{key}</b>
                {known.get(key) && <Tag>{t(known.get(key)!.class)}</Tag>}
              </span>
              <span className="repos-member-actions">
                <IconButton
                  icon="arrow-up"
                  size="small"
                  label={t('moveUp', { key })}
                  disabled={index === 0}
                  onClick={() => change(moved(value, index, index - 1))}
                />
                <IconButton
                  icon="arrow-down"
                  size="small"
                  label={t('moveDown', { key })}
                  disabled={index === value.length - 1}
                  onClick={() => change(moved(value, index, index + 1))}
                />
                <IconButton icon="close" size="small" label={t('removeMember', { key })} onClick={() => change(value.filter((one) => one !== key))} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <Menu
        label={t('addMember')}
        entries={candidates.map(({ key, class: repositoryClass }) => ({ label: key, hint: t(repositoryClass), onSelect: () => change([...value, key]) }))}
      >
        {(trigger) => (
          <Button icon="plus" {...trigger} refusal={data && candidates.length === 0 ? t('noCandidates', { format }) : undefined}>
            {t('addMember')}
          </Button>
        )}
      </Menu>
      <Deployment members={value.flatMap((key) => known.get(key) ?? [])} />
    </fieldset>
  );
}

function Deployment({ members }: { members: readonly RepositorySummary[] }) {
  const locals = members.filter((one) => one.class === 'local');
  return (
    <Form.Item name="defaultDeployment" label={t('deployment')} extra={t('deploymentHint')}>
      <Choice options={locals.map(({ key }) => key)} />
    </Form.Item>
  );
}

interface ChoiceProps extends FieldAria {
  id?: string;
  options: readonly string[];
  value?: string;
  onChange?: (value: string) => void;
}

function Choice({ options, value = '', onChange, ...rest }: ChoiceProps) {
  // A member that was taken out is no place to publish to; the list falls back to none.
  return (
    <select {...rest} className="ph-input" value={options.includes(value) ? value : ''} onChange={(event) => onChange?.(event.target.value)}>
      <option value="">{t('noDeployment')}</option>
      {options.map((key) => (
        <option key={key} value={key}>
          {key}
        </option>
      ))}
    </select>
  );
}
