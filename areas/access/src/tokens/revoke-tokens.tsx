import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { DeleteEach } from '@packhouse/console-kit/lists.ts';
import { type AccessToken, listTokens, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { tokenName } from './token-columns.tsx';
import { t } from './tokens-words.ts';

interface RevokeTokensProps {
  tokens: readonly AccessToken[];
  onClose: () => void;
}

/** Says what stops working, and revokes tokens. */
export function RevokeTokens({ tokens, onClose }: RevokeTokensProps) {
  return (
    <DeleteEach
      items={tokens}
      title={(left) => (left[0] && left.length === 1 ? t('revokeTitle', { name: tokenName(left[0]) }) : t('revokeManyTitle', { count: left.length }))}
      action={(left) => (left.length === 1 ? t('revokeAction') : t('revokeManyAction', { count: left.length }))}
      work={({ id }) => call(revokeToken, { params: { id } })}
      refresh={() => refresh(listTokens)}
      done={(gone) => t('revoked', { count: gone.length })}
      onClose={onClose}
    >
      {([token, ...others]) => (
        <div className="access-confirm">
          <p>{t('revokeText')}</p>
          {token && others.length === 0 && <p>{t(token.lastUsedAt ? 'revokeUsed' : 'revokeUnused', { user: token.userName })}</p>}
        </div>
      )}
    </DeleteEach>
  );
}
