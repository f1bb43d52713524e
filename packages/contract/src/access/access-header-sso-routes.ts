import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { accessSettingRules } from './access-setting-rule-words.ts';

const base = `${prefixes.consoleApi}/access/header-sso`;

const HeaderName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, accessSettingRules.enter_header_name.en);
const Addresses = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], accessSettingRules.enter_address_or_range.en);

export const HeaderSsoSettings = z
  .object({
    enabled: z.boolean().default(false),
    userHeader: HeaderName.default('X-Remote-User'),
    /** Empty means the proxy says nothing about it. */
    emailHeader: z.union([z.literal(''), HeaderName]).default(''),
    /** Names of groups, separated by commas; empty means groups do not follow the proxy. */
    groupHeader: z.union([z.literal(''), HeaderName]).default(''),
    /** Only these peers are believed. It is the address of the connection that counts, never one that a header claims. */
    proxies: z.array(Addresses).max(100).default([]),
    /** People who were never here become users at their first sign-in. */
    createUsers: z.boolean().default(true),
    /** Users of the same name who are already here are taken to be the same person. */
    linkExisting: z.boolean().default(false),
    /** Users who come to be at their first sign-in may change their own profile. */
    profileUpdatable: z.boolean().default(false),
  })
  .refine((settings) => !settings.enabled || settings.proxies.length > 0, { path: ['proxies'], message: accessSettingRules.enter_proxy_address.en });
export type HeaderSsoSettings = z.output<typeof HeaderSsoSettings>;

export const readHeaderSsoSettings = route('readHeaderSsoSettings', {
  summary: 'How users sign in through a proxy that names them in a header',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: HeaderSsoSettings,
});

export const updateHeaderSsoSettings = route('updateHeaderSsoSettings', {
  summary: 'Change how users sign in through a proxy that names them in a header',
  method: 'PUT',
  url: base,
  access: 'administrator',
  body: HeaderSsoSettings,
  reply: HeaderSsoSettings,
});

export const testHeaderSso = route('testHeaderSso', {
  summary: 'What this very request says under these settings',
  method: 'POST',
  url: `${base}/test`,
  access: 'administrator',
  body: HeaderSsoSettings,
  /** `peer` is the address the request came from; names are empty when it is not trusted or says nothing. */
  reply: z.object({ peer: z.string(), trusted: z.boolean(), userName: z.string(), email: z.string(), groups: z.array(z.string()) }),
});
