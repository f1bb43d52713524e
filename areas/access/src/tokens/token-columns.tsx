import type { AccessToken } from '@packhouse/contract/access/access-token-routes.ts';
import { CopyButton, RelativeTime, StatusTag, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { type ScopePart, scopeParts } from './token-scope.ts';
import { t } from './tokens-words.ts';

function Part({ part }: { part: ScopePart }) {
  if (part.kind === 'user') return t('scopeUser');
  if (part.kind === 'administrator') return <Tag accent>{t('scopeAdministrator')}</Tag>;
  if (part.kind === 'groups') return t('scopeGroups', { names: part.names });
  if (part.kind === 'other') return <code>{part.text}</code>;
  return (
    <>
      <code>{part.place}</code> {part.actions.map((action) => t(action)).join(', ')}
    </>
  );
}

/** Shows what a token may do, in words; as it is written on hover. */
export function Scope({ scope }: { scope: string }) {
  return (
    <span title={scope} className="access-scope">
      {scopeParts(scope).map((part) => (
        <span key={JSON.stringify(part)}>
          <Part part={part} />
        </span>
      ))}
    </span>
  );
}

const week = 7 * 86_400_000;

function Expiry({ at }: { at: string | null }) {
  if (at === null) return <StatusTag kind="info">{t('never')}</StatusTag>;
  const left = new Date(at).getTime() - Date.now();
  if (left <= 0) return <StatusTag kind="neutral">{t('expired')}</StatusTag>;
  if (left > week) return <RelativeTime at={at} />;
  return (
    <StatusTag kind="warning">
      <RelativeTime at={at} />
    </StatusTag>
  );
}

/** Says what a token is called where it needs a name. */
export function tokenName({ description, id }: Pick<AccessToken, 'description' | 'id'>): string {
  return description || id;
}

export function tokenColumns(everybody: boolean): Column<AccessToken>[] {
  return [
    {
      id: 'description',
      title: t('description'),
      card: 'title',
      width: '24%',
      render: (token) => (
        <span className="access-name">
          {token.description ? <b>{token.description}</b> : <span className="ph-muted">{t('noDescription')}</span>}
          {token.refreshable && <Tag>{t('refreshable')}</Tag>}
        </span>
      ),
    },
    ...(everybody ? [{ id: 'user', title: t('user'), card: 'fact' as const, width: '18%', render: (token: AccessToken) => token.userName }] : []),
    { id: 'scope', title: t('scope'), render: (token) => <Scope scope={token.scope} /> },
    { id: 'issued', title: t('issued'), width: '120px', render: (token) => <RelativeTime at={token.issuedAt} /> },
    { id: 'expires', title: t('expires'), card: 'fact', width: '120px', render: (token) => <Expiry at={token.expiresAt} /> },
    {
      id: 'used',
      title: t('lastUsed'),
      ...(everybody ? {} : { card: 'fact' as const }),
      width: '120px',
      render: (token) => (token.lastUsedAt ? <RelativeTime at={token.lastUsedAt} /> : <span className="ph-muted">{t('notUsed')}</span>),
    },
    { id: 'createdBy', title: t('createdBy'), width: '130px', optional: true, render: (token) => token.createdBy },
    {
      id: 'id',
      title: t('id'),
      optional: true,
      render: (token) => (
        <span className="access-name">
          <code>{token.id}</code>
          <CopyButton value={token.id} what={t('id')} />
        </span>
      ),
    },
  ];
}
