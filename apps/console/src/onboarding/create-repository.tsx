import { call, isApiError, query, refresh } from '@packhouse/console-kit/calls/calls.ts';
import { type FormatId, getFormatTitle, type RepositoryClass, repositoryClasses } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository, listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { RepositoryInput, RepositoryKey, UpstreamUrl } from '@packhouse/contract/repositories/repository-settings.ts';
import { availablePackages, repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { Banner, Button, CheckField, Dialog, FormatIcon, Skeleton, TextField } from '@packhouse/ui/core.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Choice } from './choice.tsx';
import { showOnboarding } from './onboarding-state.ts';
import { t } from './onboarding-words.ts';

interface Draft {
  class: RepositoryClass;
  format: FormatId | undefined;
  key: string;
  url: string;
  members: readonly string[];
}

function getInput({ class: kind, format, key, url, members }: Draft & { format: FormatId }): RepositoryInput {
  const settings = kind === 'remote' ? { url } : {};
  return RepositoryInput.parse({ class: kind, format, key, settings, ...(kind === 'virtual' && { members }) });
}

/** Tells what is wrong with the draft, by field. */
function makeProblems({ class: kind, format, key, url }: Draft): Partial<Record<'key' | 'url' | 'format', string>> {
  const keyProblem = spokenProblem(RepositoryKey.safeParse(key));
  const urlProblem = kind === 'remote' ? spokenProblem(UpstreamUrl.safeParse(url)) : undefined;
  return { ...(keyProblem && { key: keyProblem }), ...(urlProblem && { url: urlProblem }), ...(!format && { format: t('chooseFormat') }) };
}

/** Type, package type and key: all that a first repository needs. */
export function CreateRepository() {
  const [draft, setDraft] = useState<Draft>({ class: 'local', format: undefined, key: '', url: '', members: [] });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const formId = useId();
  const { data: formats } = useQuery(query(availablePackages, {}));
  const close = () => showOnboarding({ creatingRepository: false, begun: undefined });
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const found = makeProblems(draft);
  const problems = tried ? found : {};
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const { format } = draft;
    if (!format || Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      showOnboarding({ begun: 'repository' });
      await call(createRepository, { body: getInput({ ...draft, format }) });
      showOnboarding({ creatingRepository: false });
      await refresh(listRepositories, repositoryData);
    } catch (error) {
      setFailure(isApiError(error) ? error.messages.join(' ') : String(error));
      setBusy(false);
    }
  };
  const buttons = (
    <>
      <Button onClick={close}>{t('cancel')}</Button>
      <Button kind="primary" type="submit" form={formId} loading={busy}>
        {t('create')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('createRepository')} onClose={close} footer={buttons} width={640} sticky>
      <form id={formId} onSubmit={(event) => void submit(event)} className="onboarding-form" noValidate>
        {failure && <Banner kind="bad">{failure}</Banner>}
        <Choice legend={t('repositoryType')} name="class" options={repositoryClasses} value={draft.class} onChange={(kind) => change({ class: kind })}>
          {(kind) => (
            <>
              <b>{t(kind)}</b>
              <span className="ph-muted">{t(`${kind}Help`)}</span>
            </>
          )}
        </Choice>
        {formats ? (
          <Choice
            legend={t('packageType')}
            name="format"
            options={formats}
            value={draft.format}
            onChange={(format) => change({ format, members: [] })}
            tiles
            problem={problems.format}
          >
            {(format) => (
              <>
                <FormatIcon format={format} size={24} />
                <span>{getFormatTitle(format)}</span>
              </>
            )}
          </Choice>
        ) : (
          <Skeleton lines={2} height={40} />
        )}
        <TextField
          label={t('key')}
          hint={t('keyHint')}
          value={draft.key}
          problem={problems.key}
          onChange={(key) => change({ key })}
          placeholder={draft.format && `${draft.format}-${draft.class}`}
          autoComplete="off"
          mono
        />
        {draft.class === 'remote' && (
          <TextField
            label={t('upstream')}
            value={draft.url}
            problem={problems.url}
            onChange={(url) => change({ url })}
            type="url"
            placeholder="https://"
            mono
          />
        )}
        {draft.class === 'virtual' && draft.format && <Members format={draft.format} value={draft.members} onChange={(members) => change({ members })} />}
      </form>
    </Dialog>
  );
}

interface MembersProps {
  format: FormatId;
  value: readonly string[];
  onChange: (members: readonly string[]) => void;
}

/** Repositories of the package type that the new one can present together, in the order in which they are ticked. */
function Members({ format, value, onChange }: MembersProps) {
  const { data = [] } = useQuery(query(repositoryData, {}));
  const fitting = data.filter((repository) => repository.format === format && repository.class !== 'virtual');
  return (
    <fieldset className="onboarding-choice">
      <legend>{t('members')}</legend>
      {fitting.length === 0 && <p className="ph-muted">{t('noMembers')}</p>}
      <div className="onboarding-checks">
        {fitting.map(({ key }) => (
          <CheckField
            key={key}
            label={key}
            checked={value.includes(key)}
            onChange={(on) => onChange(on ? [...value, key] : value.filter((one) => one !== key))}
          />
        ))}
      </div>
    </fieldset>
  );
}
