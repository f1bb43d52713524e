import { type NewOauthProvider, type OauthProvider, type OauthType, speaksOpenId } from '@packhouse/contract/access/access-oauth-routes.ts';
import type { z } from 'zod';
import { checkedMapping, readLines } from '../external/group-mapping.ts';
import type { RulesDraft } from '../external/rules-fields.tsx';

/** A provider as the form holds it. */
export interface OauthDraft extends RulesDraft {
  name: string;
  type: OauthType;
  enabled: boolean;
  clientId: string;
  clientSecret: string;
  issuerUrl: string;
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
  scopes: string;
  subjectClaim: string;
  userNameClaim: string;
  emailClaim: string;
  groupsClaim: string;
}

/** This is known about a kind before anybody types: addresses that everybody shares, and the words it uses. */
export const presets: Record<OauthType, Partial<OauthDraft>> = {
  OpenID: {},
  Keycloak: { groupsClaim: 'realm_access.roles' },
  Okta: {},
  Azure: {},
  Google: { issuerUrl: 'https://accounts.google.com', userNameClaim: 'email' },
  GitLab: { issuerUrl: 'https://gitlab.com', userNameClaim: 'nickname' },
  GitHub: {
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userInfoUrl: 'https://api.github.com/user',
    scopes: 'read:user user:email',
    subjectClaim: 'id',
    userNameClaim: 'login',
  },
  OAuth2: { scopes: '' },
};

export const emptyDraft: OauthDraft = {
  name: '',
  type: 'OpenID',
  enabled: true,
  clientId: '',
  clientSecret: '',
  issuerUrl: '',
  authorizationUrl: '',
  tokenUrl: '',
  userInfoUrl: '',
  scopes: 'openid profile email',
  subjectClaim: 'sub',
  userNameClaim: 'preferred_username',
  emailClaim: 'email',
  groupsClaim: 'groups',
  createUsers: true,
  linkExisting: false,
  profileUpdatable: false,
  syncGroups: false,
  mapping: '',
};

export function makeDraft({ hasSecret: _secret, createdAt: _created, groupMapping, ...settings }: OauthProvider): OauthDraft {
  return { ...settings, clientSecret: '', mapping: readLines(groupMapping) };
}

/** Gives what the form sends; an empty secret leaves the stored one, and addresses of the other kind are left behind. */
export function getBody({ mapping, clientSecret, ...draft }: OauthDraft): z.input<typeof NewOauthProvider> {
  const others = speaksOpenId(draft.type) ? { authorizationUrl: '', tokenUrl: '', userInfoUrl: '' } : { issuerUrl: '' };
  return { ...draft, ...others, groupMapping: checkedMapping(mapping), ...(clientSecret === '' ? {} : { clientSecret }) };
}

/** The form's name of a field that the server complained about. */
export function getField(path: string): string {
  const [first = ''] = path.split('.');
  return first === 'groupMapping' ? 'mapping' : first;
}
