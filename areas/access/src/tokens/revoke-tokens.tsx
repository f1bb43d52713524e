import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type AccessToken, listTokens, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { inTurn } from '../listing/in-turn.ts';
import { tokenName } from './token-columns.tsx';
import { t } from './tokens-words.ts';

interface RevokeTokensProps {
  tokens: readonly AccessToken[];
  onClose: () => void;
  onRevoked: (ids: readonly string[]) => void;
}

/** Says what stops working, and revokes tokens. */
export function RevokeTokens({ tokens, onClose, onRevoked }: RevokeTokensProps) {
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(tokens);
  const [failure, setFailure] = useState<string>();
  const single = left.length === 1 ? left[0] : undefined;
  const confirm = async () => {
    setBusy(true);
    const { done, missed } = await inTurn(
      left.map(({ id }) => id),
      (id) => call(revokeToken, { params: { id } }),
    );
    await refresh(listTokens);
    setBusy(false);
    if (done.length > 0) {
      notify.good(t('revoked', { count: done.length }));
      onRevoked(done);
    }
    if (missed.length === 0) return onClose();
    setLeft(left.filter(({ id }) => missed.some(({ name }) => name === id)));
    setFailure(missed.map(({ error }) => error.message).join(' · '));
  };
  return (
    <ConfirmDelete
      title={single ? t('revokeTitle', { name: tokenName(single) }) : t('revokeManyTitle', { count: left.length })}
      action={single ? t('revokeAction') : t('revokeManyAction', { count: left.length })}
      onConfirm={() => void confirm()}
      onClose={onClose}
      loading={busy}
      failure={failure}
    >
      <div className="access-confirm">
        <p>{t('revokeText')}</p>
        {single && <p>{single.lastUsedAt ? t('revokeUsed', { user: single.userName }) : t('revokeUnused', { user: single.userName })}</p>}
      </div>
    </ConfirmDelete>
  );
}
