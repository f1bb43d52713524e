import { getCurl } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { createIntegration, type Integration, updateIntegration } from '@packhouse/contract/scanning/integration-routes.ts';
import { Banner, Button, notify } from '@packhouse/ui/core.ts';
import { Form, Input } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { getVendorLabel } from '../integrations-words.ts';
import { initialiseIntegrations } from '../use-integrations.ts';
import { type ConnectionDraft, draftRules, getBody, makeDraft, testedPart } from './connection-draft.ts';
import type { DialogEvent, DialogState } from './dialog-state.ts';
import { t, tokenScopes } from './dialog-words.ts';
import { useConnectionTest } from './use-connection-test.ts';

interface ConnectionFormProps {
  state: DialogState;
  send: (event: DialogEvent) => void;
}

const plain = { autoComplete: 'off', spellCheck: false } as const;

/** What was typed as the token is not shown in a command. */
const withoutToken = (draft: ConnectionDraft): ConnectionDraft => ({ ...draft, token: draft.token === '' ? '' : '$GIT_TOKEN' });

/** A new connection, or changes to one. It is tried out before it is kept. */
export function ConnectionForm({ state, send }: ConnectionFormProps) {
  const { vendorName, integration, isTested, hasPopover, isLoading } = state;
  const [form] = Form.useForm<ConnectionDraft>();
  const before = makeDraft(vendorName, integration);
  const [about, setAbout] = useState(testedPart(before));
  const { test, failure, forget } = useConnectionTest(form, state, send);
  // A connection that is kept was tried as it is: there is something to test only once that changed.
  const isTestVisible = integration === undefined || about !== testedPart(before);
  const close = () => send({ type: 'close' });
  const shared = {
    form,
    before,
    shape: 'dialog' as const,
    width: 560,
    stale: [],
    refusal: isTestVisible && !isTested ? t('testFirst') : undefined,
    onClose: close,
    onValuesChange: (draft: ConnectionDraft) => {
      const next = testedPart({ ...before, ...draft });
      if (next === about) return;
      setAbout(next);
      forget();
      send({ type: 'resetTest' });
    },
    actions: isTestVisible && <TestButton isLoading={isLoading} hasPopover={hasPopover} onTest={() => void test()} />,
    children: (
      <>
        {failure && (
          <Banner kind="bad">
            <p>{failure.message}</p>
            {failure.details !== undefined && <p>{failure.details}</p>}
          </Banner>
        )}
        <Fields vendorName={vendorName} kept={integration} />
      </>
    ),
  };
  if (!integration) {
    const input = (draft: ConnectionDraft) => ({ body: { ...getBody(draft, vendorName, undefined), token: draft.token } });
    return (
      <RecordDrawer<typeof createIntegration, ConnectionDraft>
        {...shared}
        title={t('newTitle', { vendor: getVendorLabel(vendorName) ?? vendorName })}
        submitLabel={t('create')}
        save={createIntegration}
        input={input}
        curl={(draft) => getCurl(createIntegration, input(withoutToken({ ...before, ...draft })))}
        refuse={(error) => tellFailure(error, t('createFailed'))}
        onSaved={async ({ key }) => {
          notify.good(t('created', { key }));
          send({ type: 'created', integrationKey: key });
          await initialiseIntegrations();
        }}
      />
    );
  }
  const input = (draft: ConnectionDraft) => ({ params: { integrationKey: integration.key }, body: getBody(draft, vendorName, integration) });
  return (
    <RecordDrawer<typeof updateIntegration, ConnectionDraft>
      {...shared}
      title={t('editTitle', { name: integration.name })}
      submitLabel={t('save')}
      save={updateIntegration}
      input={input}
      curl={(draft) => getCurl(updateIntegration, input(withoutToken({ ...before, ...draft })))}
      refuse={(error) => tellFailure(error, t('updateFailed'))}
      onSaved={async ({ key }) => {
        notify.good(t('updated', { key }));
        close();
        await initialiseIntegrations();
      }}
    />
  );
}

/** Says beside the form's own words that nothing was kept. */
function tellFailure(error: Error, words: string): Error {
  notify.bad(words);
  return error;
}

interface TestButtonProps {
  isLoading: boolean;
  hasPopover: boolean;
  onTest: () => void;
}

/** Tries the connection; that it works is said above the button. */
function TestButton({ isLoading, hasPopover, onTest }: TestButtonProps) {
  return (
    <span className="integration-test">
      {hasPopover && (
        <span role="status" className="integration-popover">
          {t('testPassed')}
        </span>
      )}
      <Button icon="network" loading={isLoading} onClick={onTest}>
        {t('test')}
      </Button>
    </span>
  );
}

type ScopeWord = 'scope_github' | 'scope_gitlab' | 'scope_bitbucket_cloud' | 'scope_bitbucket_server' | 'scope_gitea';

function Fields({ vendorName, kept }: { vendorName: string; kept: Integration | undefined }) {
  const scope = t(`scope_${vendorName}` as ScopeWord, { scope: tokenScopes[vendorName] ?? '' });
  return (
    <>
      <Form.Item name="integrationName" label={t('name')} extra={t('nameHint')} rules={draftRules('integrationName', kept)} required>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={draftRules('url', kept)} required>
        <Input {...plain} inputMode="url" className="ph-mono" placeholder="https://git.example.org" />
      </Form.Item>
      <Form.Item name="userName" label={t('userName')} rules={draftRules('userName', kept)} required>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="token" label={t('token')} extra={kept ? `${scope}. ${t('tokenKept')}` : scope} rules={draftRules('token', kept)} required={!kept}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
