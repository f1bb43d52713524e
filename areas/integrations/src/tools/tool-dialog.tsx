import { call, useSession } from '@packhouse/console-kit/console-kit.ts';
import { userProfile } from '@packhouse/contract/access/auth-profile-routes.ts';
import type { Vendor } from '@packhouse/contract/scanning/integration-routes.ts';
import { Banner, Button, CodeBlock, CopyField, Dialog, LinkButton } from '@packhouse/ui/core.ts';
import { type ReactNode, useState } from 'react';
import { getToolSteps, type System, systems, type ToolStep } from './tool-steps.ts';
import { t } from './tool-words.ts';

interface OpenTool {
  tool: Vendor;
  apiKey: string | undefined;
}

/** The key of somebody who signs in elsewhere. That it cannot be had is nobody's concern here: the steps say what to do instead. */
async function findApiKey(): Promise<string | undefined> {
  try {
    return (await call(userProfile, { body: { password: '' } })).apiKey ?? undefined;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** The dialog with a tool's steps, and how it is opened: people of the OAuth realm have their key fetched first. */
export function useToolDialog(): { open: (tool: Vendor) => void; dialog: ReactNode } {
  const isOauthUser = useSession().realm === 'oauth';
  const [shown, setShown] = useState<OpenTool>();
  const open = async (tool: Vendor) => setShown({ tool, apiKey: isOauthUser ? await findApiKey() : undefined });
  return {
    open: (tool) => void open(tool),
    dialog: shown && <ToolDialog {...shown} isOauthUser={isOauthUser} onClose={() => setShown(undefined)} />,
  };
}

function guessSystem(): System {
  const { userAgent } = navigator;
  if (userAgent.includes('Windows')) return 'windows';
  return userAgent.includes('Mac') ? 'osx' : 'linux';
}

/** What sets up a tool, step by step, in the terminal of whichever system. */
function ToolDialog({ tool, apiKey, isOauthUser, onClose }: OpenTool & { isOauthUser: boolean; onClose: () => void }) {
  const { baseUrl, name } = useSession();
  const [system, setSystem] = useState(guessSystem);
  const steps = getToolSteps(tool.id, { baseUrl, userName: name });
  return (
    <Dialog
      title={t('title', { tool: tool.displayName })}
      width={720}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <fieldset className="integration-systems">
        <legend className="ph-hidden-text">{t('system')}</legend>
        {systems.map((one) => (
          <label key={one} className="integration-system">
            <input type="radio" name="system" checked={one === system} onChange={() => setSystem(one)} />
            {t(`system_${one}`)}
          </label>
        ))}
      </fieldset>
      {isOauthUser && <ApiKey apiKey={apiKey} />}
      <ol className="integration-steps">
        {steps.map((step) => (
          <li key={step.title}>
            <Step step={step} system={system} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function ApiKey({ apiKey }: { apiKey: string | undefined }) {
  if (apiKey === undefined)
    return (
      <Banner
        kind="info"
        action={
          <LinkButton to="/admin/artifactory/user_profile" size="small">
            {t('toProfile')}
          </LinkButton>
        }
      >
        {t('noApiKey')}
      </Banner>
    );
  return (
    <div className="integration-key">
      <p>{t('apiKeyHelp')}</p>
      <CopyField value={apiKey} label={t('apiKey')} secret />
    </div>
  );
}

function Step({ step: { title, text, command, file }, system }: { step: ToolStep; system: System }) {
  return (
    <>
      <h3>{title}</h3>
      {text !== undefined && <p className="ph-muted">{text}</p>}
      {command && <CodeBlock code={command[system]} label={title} prompt />}
      {file && <CodeBlock code={file.code} title={file.name} />}
    </>
  );
}
