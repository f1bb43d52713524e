import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { Banner, Button, CodeBlock, Page, StatusTag } from '@packhouse/ui/core.ts';
import { type Dispatch, type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { versionPath } from '../packages/package-path.ts';
import { IdentityTokenButton } from './identity-token-button.tsx';
import { useImageWatch } from './image-watch.ts';
import { OfferUpstream } from './offer-upstream.tsx';
import { checkedFile, containerCommands, type QuickStart, type QuickStartAction, stages } from './quick-start.ts';
import { t } from './quick-start-words.ts';

interface WizardProps {
  state: QuickStart;
  dispatch: Dispatch<QuickStartAction>;
}

const titles = { login: () => t('login'), pull: () => t('pull'), push: () => t('push') };

/** Log in, pull an image through the new repositories, push one: each step turns green when it happened. */
export function ContainerWizard({ state, dispatch }: WizardProps) {
  const stage = stages[state.stage];
  return (
    <Page title={stage === 'login' ? t('loginTitle') : stage === 'pull' ? t('pullTitle') : t('pushTitle')}>
      <div className="quick-wizard">
        <div role="tablist" aria-label={t('stages')} aria-orientation="vertical" className="quick-stages">
          {stages.map((name, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`quick-tab-${name}`}
              aria-selected={index === state.stage}
              aria-controls="quick-panel"
              disabled={index > state.stage}
              className="quick-stage"
              data-done={index < state.stage || (name !== 'login' && state.polling[name] === 'found') || undefined}
              onClick={() => {
                for (let at = state.stage; at > index; at--) dispatch({ type: 'moved', by: -1 });
              }}
            >
              <span className="quick-number">{index + 1}</span>
              {titles[name]()}
            </button>
          ))}
        </div>
        <div role="tabpanel" id="quick-panel" aria-labelledby={`quick-tab-${stage}`} className="quick-panel">
          {stage === 'login' && <LoginStage state={state} dispatch={dispatch} />}
          {stage === 'pull' && <PullStage state={state} dispatch={dispatch} />}
          {stage === 'push' && <PushStage state={state} dispatch={dispatch} />}
        </div>
      </div>
    </Page>
  );
}

function LoginStage({ state, dispatch }: WizardProps) {
  const { name, baseUrl } = useSession();
  const insecure = (baseUrl || window.location.origin).startsWith('http:') && !/^(?:localhost|127\.)/.test(state.domainName);
  return (
    <>
      <p>{t('loginText')}</p>
      <CodeBlock title={t('loginCommand')} code={containerCommands(state, name).login} prompt />
      <div className="quick-token">
        <span>{t('passwordPrompt')}</span>
        <IdentityTokenButton token={state.userToken} onToken={(token) => dispatch({ type: 'token', token })} />
      </div>
      {insecure && <Banner kind="info">{t('plainHttp', { host: state.domainName })}</Banner>}
      <footer className="quick-footer">
        <Button kind="primary" onClick={() => dispatch({ type: 'moved', by: 1 })}>
          {t('next')}
        </Button>
      </footer>
    </>
  );
}

/** Waits for a step's image, and tells the wizard once. */
function useStage(stage: 'pull' | 'push', { state, dispatch }: WizardProps): boolean {
  const found = state.polling[stage] === 'found';
  const waits = !found && (stage === 'push' || state.created.remote !== undefined);
  const seen = useImageWatch(checkedFile(stage, state.created), waits);
  useEffect(() => {
    if (seen) dispatch({ type: 'found', stage });
  }, [seen, stage, dispatch]);
  return found;
}

function PullStage(props: WizardProps) {
  const { state, dispatch } = props;
  const { name } = useSession();
  const found = useStage('pull', props);
  const noRemote = state.created.remote === undefined;
  return (
    <>
      <p>{t('pullText')}</p>
      {noRemote ? (
        <OfferUpstream {...props} />
      ) : (
        <Progress found={found} success={t('pulled')}>
          <CodeBlock title={t('pullCommand')} code={containerCommands(state, name).pull} prompt />
        </Progress>
      )}
      <footer className="quick-footer">
        <Button onClick={() => dispatch({ type: 'moved', by: -1 })}>{t('back')}</Button>
        <Button kind="primary" refusal={found || noRemote ? undefined : t('copyFirst')} onClick={() => dispatch({ type: 'moved', by: 1 })}>
          {t('next')}
        </Button>
      </footer>
    </>
  );
}

function PushStage(props: WizardProps) {
  const { state } = props;
  const { name } = useSession();
  const navigate = useNavigate();
  const found = useStage('push', props);
  const commands = containerCommands(state, name);
  return (
    <>
      <Progress found={found} success={t('pushed')}>
        <CodeBlock title={t('tagCommand')} code={commands.tag} prompt />
        <CodeBlock title={t('pushCommand')} code={commands.push} prompt />
      </Progress>
      <footer className="quick-footer">
        <Button kind="primary" refusal={found ? undefined : t('copyFirst')} onClick={() => void navigate(versionPath('docker://hello-world', '1.0.0'))}>
          {t('done')}
        </Button>
      </footer>
    </>
  );
}

/** The commands until the image is there, then that it is. */
function Progress({ found, success, children }: { found: boolean; success: string; children: ReactNode }) {
  return (
    <>
      {!found && children}
      <p role="status" className={found ? 'quick-live quick-live-found' : 'quick-live'}>
        <StatusTag kind={found ? 'good' : 'running'}>{found ? success : t('waiting')}</StatusTag>
      </p>
    </>
  );
}
