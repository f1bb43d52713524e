import { useGroupChoices, usePrincipalChoices } from '@packhouse/console-kit/lists.ts';
import { actionsOfType } from '@packhouse/contract/access/access-permission-routes.ts';
import { CheckField, Icon, IconButton } from '@packhouse/ui/core.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import type { Action, PrincipalDraft, ResourceType } from './permission-draft.ts';
import { t } from './permissions-words.ts';

interface PrincipalMatrixProps {
  /** Says what the actions are about, for the table's name. */
  title: string;
  /** What can be done depends on it. */
  type: ResourceType;
  value: readonly PrincipalDraft[];
  onChange: (principals: readonly PrincipalDraft[]) => void;
}

const same = (one: PrincipalDraft, other: PrincipalDraft) => one.kind === other.kind && one.name === other.name;

/** Who may do what: a row for each group and user, a column for each action. */
export function PrincipalMatrix({ title, type, value, onChange }: PrincipalMatrixProps) {
  const add = (kind: PrincipalDraft['kind'], name: string) => onChange([...value, { kind, name, actions: ['read'] }]);
  const replace = (next: PrincipalDraft) => onChange(value.map((one) => (same(one, next) ? next : one)));
  const readNames = (kind: PrincipalDraft['kind']) => value.filter((one) => one.kind === kind).map(({ name }) => name);
  return (
    <div className="access-picker">
      <h3>{t('whoMay')}</h3>
      {value.length === 0 ? (
        <p className="ph-muted access-none">{t('nobodyYet')}</p>
      ) : (
        <table className="access-matrix" aria-label={t('matrixOf', { title })}>
          <thead>
            <tr>
              <th scope="col">{t('who')}</th>
              {actionsOfType[type].map((action) => (
                <th key={action} scope="col" title={t(`about_${getWord(type, action)}`)}>
                  {t(getWord(type, action))}
                </th>
              ))}
              <th scope="col">
                <span className="ph-hidden-text">{t('takeOut')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.map((principal) => (
              <PrincipalRow
                key={`${principal.kind} ${principal.name}`}
                principal={principal}
                type={type}
                onChange={replace}
                onRemove={() => onChange(value.filter((one) => one !== principal))}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className="access-add-pair">
        <SearchBox icon="group" label={t('addGroup')} useChoices={useGroupChoices} without={readNames('group')} onPick={(name) => add('group', name)} />
        <SearchBox icon="user" label={t('addUser')} useChoices={usePrincipalChoices} without={readNames('user')} onPick={(name) => add('user', name)} />
      </div>
    </div>
  );
}

/** To deploy says something else where nothing is deployed. */
function getWord(type: ResourceType, action: Action) {
  if (type === 'destination') return action === 'deploy' || action === 'delete' ? (`${action}_destination` as const) : action;
  return type === 'pipeline' && action === 'deploy' ? ('deploy_pipeline' as const) : action;
}

interface PrincipalRowProps {
  type: ResourceType;
  principal: PrincipalDraft;
  onChange: (principal: PrincipalDraft) => void;
  onRemove: () => void;
}

function PrincipalRow({ principal, type, onChange, onRemove }: PrincipalRowProps) {
  const { kind, name, actions, keptActions = [] } = principal;
  const toggle = (action: Action, on: boolean) =>
    onChange({ ...principal, actions: actionsOfType[type].filter((one) => (one === action ? on : actions.includes(one))) });
  return (
    <tr>
      <th scope="row">
        <span className="access-principal">
          <Icon name={kind} label={t(kind)} />
          <span>{name}</span>
        </span>
        {keptActions.length > 0 && <span className="ph-muted">{t('keptActions', { rights: keptActions.join(', ') })}</span>}
      </th>
      {actionsOfType[type].map((action) => (
        <td key={action} data-title={t(getWord(type, action))}>
          <CheckField
            bare
            label={t('mayAction', { name, action: t(getWord(type, action)) })}
            checked={actions.includes(action)}
            onChange={(on) => toggle(action, on)}
          />
        </td>
      ))}
      <td>
        <IconButton icon="close" size="small" label={t('takeOutName', { name })} onClick={onRemove} />
      </td>
    </tr>
  );
}
