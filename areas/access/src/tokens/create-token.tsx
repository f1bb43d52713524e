import { getCurl, useSession } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { createToken, listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, CodeBlock, CopyField, Dialog } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { getField, getInput, newDraft, type TokenDraft } from './token-draft.ts';
import { TokenFields } from './token-fields.tsx';
import { t } from './tokens-words.ts';

interface CreateTokenProps {
  /** Administrators may make tokens for others. */
  everybody: boolean;
  forUser: string;
  onClose: () => void;
}

/** Asks what the token is for, then shows it this once. */
export function CreateToken({ everybody, forUser, onClose }: CreateTokenProps) {
  const { name } = useSession();
  const [made, setMade] = useState<RouteReply<typeof createToken>>();
  if (made) return <NewToken token={made} onClose={onClose} />;
  return (
    <RecordDrawer<typeof createToken, TokenDraft>
      title={t('newToken')}
      onClose={onClose}
      submitLabel={t('create')}
      save={createToken}
      before={newDraft(forUser)}
      input={(values) => ({ body: getInput(values, name) })}
      stale={[listTokens]}
      onSaved={setMade}
      fieldOf={getField}
    >
      <TokenFields everybody={everybody} />
    </RecordDrawer>
  );
}

function NewToken({ token, onClose }: { token: RouteReply<typeof createToken>; onClose: () => void }) {
  const done = (
    <Button kind="primary" onClick={onClose}>
      {t('done')}
    </Button>
  );
  return (
    <Dialog title={t('madeTitle', { name: token.userName })} onClose={onClose} footer={done} width={640} sticky>
      <div className="ph-stack">
        <Banner kind="warning">{t('shownOnce')}</Banner>
        {token.referenceToken && (
          <Shown title={t('referenceToken')} hint={t('referenceHint')}>
            <CopyField label={t('referenceToken')} value={token.referenceToken} />
          </Shown>
        )}
        <Shown title={t('accessToken')} hint={t('accessHint')}>
          <CopyField label={t('accessToken')} value={token.accessToken} />
        </Shown>
        {token.refreshToken && (
          <Shown title={t('refreshToken')} hint={t('refreshHint')}>
            <CopyField label={t('refreshToken')} value={token.refreshToken} />
          </Shown>
        )}
        <CodeBlock title={t('tryIt')} code={`TOKEN='${token.referenceToken ?? token.accessToken}'\n${getCurl(currentUser, {})}`} />
      </div>
    </Dialog>
  );
}

function Shown({ title, hint, children }: { title: string; hint: string; children: React.ReactNode }) {
  return (
    <div className="access-shown">
      <h3>{title}</h3>
      {children}
      <p className="ph-muted">{hint}</p>
    </div>
  );
}
