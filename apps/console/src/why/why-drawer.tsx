import { query } from '@packhouse/console-kit/calls/calls.ts';
import { getCurl } from '@packhouse/console-kit/calls/curl.ts';
import { useLive } from '@packhouse/console-kit/calls/live-events.ts';
import { usePrincipalChoices, useRepositoryChoices } from '@packhouse/console-kit/lists/choices.ts';
import { Failure } from '@packhouse/console-kit/lists/failure.tsx';
import type { Question } from '@packhouse/console-kit/session/question.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { explainDecision, permissionActions, resourceTypes } from '@packhouse/contract/access/access-permission-routes.ts';
import { platformName } from '@packhouse/contract/decision-names.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { CopyButton, Dialog, Field, Icon, Skeleton, StatusTag, TextField, words } from '@packhouse/ui/core.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import { useSettled } from '@packhouse/ui/form/use-settled.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { t } from './why-words.ts';
import './why.css';

type Action = NonNullable<Question['action']>;
type Kind = NonNullable<Question['type']>;

const kinds = [...resourceTypes, 'project', 'platform'] as const satisfies readonly Kind[];
const sentences = { platform: { yes: 'platformYes', no: 'platformNo' }, other: { yes: 'answerYes', no: 'answerNo' } } as const;
const givers = {
  repository: 'givenByManager',
  build: 'givenByAdministrator',
  releaseBundle: 'givenByAdministrator',
  destination: 'givenByAdministrator',
  pipeline: 'givenByAdministrator',
  project: 'givenByProject',
  platform: 'givenByAdministrator',
} as const satisfies Record<Kind, string>;
/** Rules that are no permission. */
const ruleNames = { administrator: 'administratorRule', 'token scope': 'scopeRule', 'sign-in': 'signInRule' } as const;
const editPermissionPath = (name: string) => `/admin/management/permissions/${encodeURIComponent(name)}/edit`;

interface WhyDrawerProps {
  question: Question;
  onAsk: (question: Question) => void;
  onClose: () => void;
  /** It explains a refusal: the answer stands first, and what else can be asked below it. */
  answers?: boolean;
}

/** Why somebody may or may not do something: the very decision that requests get, with every rule on the way. */
export function WhyDrawer({ question, onAsk, onClose, answers = false }: WhyDrawerProps) {
  const { name: own } = useSession();
  const asked: Asked = { user: own || anonymousUser, action: 'read', type: 'repository', ...question };
  return (
    <Dialog title={t('whyTitle')} shape="drawer" onClose={onClose}>
      <div className="ph-stack">
        {answers && asked.name && <Answer question={asked} name={asked.name} />}
        {answers ? <h3 className="shell-why-else">{t('askElse')}</h3> : <p className="ph-muted">{t('whyHelp')}</p>}
        <QuestionFields question={asked} onAsk={onAsk} />
        {!answers && asked.name && <Answer question={asked} name={asked.name} />}
        {!asked.name && <p className="shell-why-hint">{t('whyHint')}</p>}
      </div>
    </Dialog>
  );
}

type Asked = Question & Required<Pick<Question, 'user' | 'action' | 'type'>>;

function QuestionFields({ question, onAsk }: { question: Asked; onAsk: (question: Question) => void }) {
  const id = useId();
  const { administrator } = useSession();
  const change = (part: Question) => onAsk({ ...question, ...part });
  const isPlatform = question.type === 'platform';
  return (
    <div className="shell-why-fields">
      <Field id={`${id}-user`} label={t('whoAsk')}>
        {administrator ? (
          <SearchBox
            id={`${id}-user`}
            icon="user"
            label={t('whoAsk')}
            useChoices={usePrincipalChoices}
            value={question.user}
            onPick={(user) => change({ user })}
          />
        ) : (
          <input id={`${id}-user`} className="ph-input" value={question.user} readOnly />
        )}
      </Field>
      {!isPlatform && (
        <Choice id={`${id}-action`} label={t('actionAsk')} value={question.action} values={permissionActions} onChange={(action) => change({ action })} />
      )}
      <Choice
        id={`${id}-type`}
        label={t('typeAsk')}
        value={question.type}
        values={kinds}
        onChange={(type) => onAsk({ user: question.user, action: question.action, type, ...(type === 'platform' ? { name: platformName } : {}) })}
      />
      {!isPlatform && <Place id={id} question={question} onChange={change} />}
    </div>
  );
}

function Place({ id, question, onChange }: { id: string; question: Asked; onChange: (part: Question) => void }) {
  return (
    <>
      {question.type === 'repository' ? (
        <Field id={`${id}-name`} label={t('repositoryAsk')}>
          <SearchBox
            id={`${id}-name`}
            labelled
            free
            icon="repository"
            label={t('repositoryAsk')}
            placeholder={t('chooseRepository')}
            useChoices={useRepositoryChoices}
            value={question.name ?? ''}
            onPick={(name) => onChange({ name })}
          />
        </Field>
      ) : (
        <TextField label={t('nameAsk')} value={question.name ?? ''} onChange={(name) => onChange({ name })} maxLength={200} />
      )}
      <div className="shell-why-path">
        <TextField label={t('pathAsk')} hint={t('pathHint')} value={question.path ?? ''} onChange={(path) => onChange({ path })} mono maxLength={2000} />
      </div>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  id: string;
  label: string;
  value: Value;
  values: readonly Value[];
  onChange: (value: Value) => void;
}

function Choice<Value extends Action | Kind>({ id, label, value, values, onChange }: ChoiceProps<Value>) {
  return (
    <Field id={id} label={label}>
      <select id={id} className="ph-input" value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {t(one as Action | Kind)}
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
    <section className="shell-answer" aria-live="polite" aria-busy={result.isPlaceholderData || undefined}>
      <header data-allowed={allowed || undefined}>
        <Icon name={allowed ? 'good' : 'bad'} size={20} />
        <p>{t(sentences[body.resource.type === 'platform' ? 'platform' : 'other'][allowed ? 'yes' : 'no'], values)}</p>
        <CopyButton value={getCurl(explainDecision, { body })} label={t('copyCurl')} />
      </header>
      {!allowed && <Given type={body.resource.type} name={body.resource.name} />}
      {considered.length === 0 ? <p className="ph-muted shell-answer-none">{t('noRules')}</p> : <Rules considered={considered} />}
    </section>
  );
}

/** Where somebody may not, those who can change it are named, as what they are. */
function Given({ type, name }: { type: Kind; name: string }) {
  return (
    <section className="shell-given">
      <h3>{t('givenTitle')}</h3>
      <p>{t(givers[type], { name })}</p>
    </section>
  );
}

/** A rule that is no permission, as people call it. */
function getRuleName(rule: string): string {
  const name = Object.entries(ruleNames).find(([known]) => known === rule)?.[1];
  return name ? t(name) : rule;
}

type Considered = RouteReply<typeof explainDecision>['considered'];

const outcomes = { allows: ['good', 'allows'], refuses: ['bad', 'refuses'], 'does not apply': ['neutral', 'doesNotApply'] } as const;

/** `permission <name> (<through>)`, as the decision calls a permission that an actor comes by. */
const permissionRule = /^permission (?<name>.+) \((?<through>[^()]*(?:\([^()]*\))?)\)$/;

function Rules({ considered }: { considered: Considered }) {
  const { administrator } = useSession();
  return (
    <>
      <h3>{t('ruleCount', { count: considered.length })}</h3>
      <ol className="shell-rulings">
        {considered.map(({ rule, outcome, reason, said }, index) => {
          const permission = permissionRule.exec(rule)?.groups;
          const [kind, word] = outcomes[outcome];
          return (
            <li key={`${index} ${rule}`}>
              <StatusTag kind={kind}>{t(word)}</StatusTag>
              <span>
                <b>
                  {permission?.name && administrator ? (
                    <Link to={editPermissionPath(permission.name)}>{permission.name}</Link>
                  ) : (
                    (permission?.name ?? getRuleName(rule))
                  )}
                </b>
                {permission?.through && <span className="ph-muted"> {t('through', { through: permission.through })}</span>}
                <span className="shell-reason">{words().said(said ?? { message: reason })}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
