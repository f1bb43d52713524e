import type { NamedProxy, NewProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import type { z } from 'zod';

/** A proxy as the form holds it. */
export interface ProxyDraft {
  key: string;
  host: string;
  port: number | null;
  tls: boolean;
  username: string;
  password: string;
  forgetPassword: boolean;
  isDefault: boolean;
  /** One host a line. */
  noProxy: string;
}

export const newDraft: ProxyDraft = {
  key: '',
  host: '',
  port: 3128,
  tls: false,
  username: '',
  password: '',
  forgetPassword: false,
  isDefault: false,
  noProxy: '',
};

export function draftOf({ usedBy: _users, hasPassword: _has, noProxy, ...proxy }: NamedProxy): ProxyDraft {
  return { ...proxy, noProxy: noProxy.join('\n'), password: '', forgetPassword: false };
}

/** What the form sends; an untouched password is left alone. */
export function bodyOf({ noProxy, password, forgetPassword, port, ...draft }: ProxyDraft): z.input<typeof NewProxy> {
  const lines = noProxy.split('\n').map((line) => line.trim());
  return {
    ...draft,
    host: draft.host.trim(),
    // What is no number at all is named by the server's own rule.
    port: port ?? 0,
    noProxy: lines.filter(Boolean),
    ...(forgetPassword ? { password: '' } : password === '' ? {} : { password }),
  };
}
