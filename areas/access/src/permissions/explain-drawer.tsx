import { Failure, getCurl, query, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { useSettled } from '@packhouse/console-kit/lists.ts';
import { explainDecision, permissionActions, resourceTypes } from '@packhouse/contract/access/access-permission-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { CopyButton, Dialog, Field, Icon, Skeleton, StatusTag, TextField, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { usePrincipalChoices, useRepositoryChoices } from '../picking/choices.ts';
import { SearchBox } from '../picking/search-box.tsx';
import type { Action, ResourceType } from './permission-draft.ts';
import { editPermissionPath } from './permissions-screens.ts';
import { t } from './permissions-words.ts';
import type { Question } from './question.ts';

interface ExplainDrawerProps {
  question: Question;
  onAsk: (question: Question) => void;
  onClose: () => void;
}

/** Why somebody may or may not do something: the very decision that requests get, with every rule on the way. */
export function ExplainDrawer({ question, onAsk, onClose }: ExplainDrawerProps) {
  const own = useSession().name;
  const asked = { user: own, action: 'read' as const, type: 'repository' as const, ...question };
  return (
    <Dialog title={t('whyTitle')} shape="drawer" onClose={onClose}>
      <div className="ph-stack">
        <p className="ph-muted">{t('whyHelp')}</p>
        <QuestionFields question={asked} onAsk={onAsk} />
        {asked.name ? <Answer question={asked} name={asked.name} /> : <p className="access-why-hint">{t('whyHint')}</p>}
      </div>
    </Dialog>
  );
}

type Asked = Question & Required<Pick<Question, 'user' | 'action' | 'type'>>;

function QuestionFields({ question, onAsk }: { question: Asked; onAsk: (question: Question) => void }) {
  const id = useId();
  const change = (part: Question) => onAsk({ ...question, ...part });
  return (
    <div className="access-why-fields">
      <Field id={`${id}-user`} label={t('whoAsk')}>
        <SearchBox
          id={`${id}-user`}
          icon="user"
          label={t('whoAsk')}
          useChoices={usePrincipalChoices}
          value={question.user}
          onPick={(user) => change({ user })}
        />
      </Field>
      <Choice id={`${id}-action`} label={t('actionAsk')} value={question.action} values={permissionActions} onChange={(action) => change({ action })} />
      <Choice
        id={`${id}-type`}
        label={t('typeAsk')}
        value={question.type}
        values={resourceTypes}
        onChange={(type) => onAsk({ user: question.user, action: question.action, type })}
      />
      {question.type === 'repository' ? (
        <Field id={`${id}-name`} label={t('repositoryAsk')}>
          <SearchBox
            id={`${id}-name`}
            labelled
            icon="repository"
            label={t('repositoryAsk')}
            placeholder={t('chooseRepository')}
            useChoices={useRepositoryChoices}
            value={question.name ?? ''}
            onPick={(name) => change({ name })}
          />
        </Field>
      ) : (
        <TextField label={t('nameAsk')} value={question.name ?? ''} onChange={(name) => change({ name })} maxLength={200} />
      )}
      <div className="access-why-path">
        <TextField label={t('pathAsk')} hint={t('pathHint')} value={question.path ?? ''} onChange={(path) => change({ path })} mono maxLength={2000} />
      </div>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  id: string;
  label: string;
  value: Value;
  values: readonly Value[];
  onChange: (value: Value) => void;
}

function Choice<Value extends Action | ResourceType>({ id, label, value, values, onChange }: ChoiceProps<Value>) {
  return (
    <Field id={id} label={label}>
      <select id={id} className="ph-input" value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {t(one as Action | ResourceType)}
          </option>
        ))}
      </select>
    </Field>
  );
}

function getBody({ user, action, type, path }: Asked, name: string) {
  return { user, action, resource: { type, name, ...(path ? { path } : {}) } };
}

function Answer({ question, name }: { question: Asked; name: string }) {
  const body = getBody(useSettled(question), useSettled(name));
  const result = useQuery(query(explainDecision, { body }));
  useLive(['access.'], explainDecision);
  if (result.error) return <Failure error={result.error} onRetry={() => void result.refetch()} />;
  if (!result.data) return <Skeleton lines={4} height={20} />;
  const { allowed, user, considered } = result.data;
  const values = {
    user,
    action: t(body.action),
    place: body.resource.path ? `${body.resource.name}/${body.resource.path.replace(/^\/+/, '')}` : body.resource.name,
  };
  return (
    <section className="access-answer" aria-live="polite" aria-busy={result.isPlaceholderData || undefined}>
      <header data-allowed={allowed || undefined}>
        <Icon name={allowed ? 'good' : 'bad'} size={20} />
        <p>{allowed ? t('answerYes', values) : t('answerNo', values)}</p>
        <CopyButton value={getCurl(explainDecision, { body })} label={t('copyCurl')} />
      </header>
      {considered.length === 0 ? <p className="ph-muted access-answer-none">{t('noRules')}</p> : <Rules considered={considered} />}
    </section>
  );
}

type Considered = RouteReply<typeof explainDecision>['considered'];

const outcomes = { allows: ['good', 'allows'], refuses: ['bad', 'refuses'], 'does not apply': ['neutral', 'doesNotApply'] } as const;

/** `permission <name> (<through>)`, as the decision calls a permission that an actor comes by. */
const permissionRule = /^permission (?<name>.+) \((?<through>[^()]*(?:\([^()]*\))?)\)$/;

function Rules({ considered }: { considered: Considered }) {
  return (
    <>
      <h3>{t('ruleCount', { count: considered.length })}</h3>
      <ol className="access-rulings">
        {considered.map(({ rule, outcome, reason, said }, index) => {
          const permission = permissionRule.exec(rule)?.groups;
          const [kind, word] = outcomes[outcome];
          return (
            <li key={`${index} ${rule}`}>
              <StatusTag kind={kind}>{t(word)}</StatusTag>
              <span>
                <b>{permission?.name ? <Link to={editPermissionPath(permission.name)}>{permission.name}</Link> : rule}</b>
                {permission?.through && <span className="ph-muted"> {t('through', { through: permission.through })}</span>}
                <span className="access-reason">{words().said(said ?? { message: reason })}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
