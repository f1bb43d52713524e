import { z } from 'zod';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { UpstreamUrl } from './repository-settings.ts';
import { repositoryRules } from './repository-words.ts';

const base = '/ui/api/v1/ui/proxies';
const Key = z.object({ key: z.string().max(100) });

export const ProxyKey = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, repositoryRules.bundle_name_characters.en);

/** A name or an address, without scheme and port; an IPv6 address stands in brackets. */
export const HostName = z
  .string()
  .trim()
  .max(253)
  .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$/, { message: repositoryRules.give_host.en, abort: true })
  .refine((host) => URL.canParse(`http://${host}`), repositoryRules.give_host.en);

export const Port = z.int(repositoryRules.give_port.en).min(1, repositoryRules.give_port.en).max(65_535, repositoryRules.give_port.en);

/** A host that is contacted without the proxy: a name, which stands for everything below it too, or an ending such as `.example.org`. */
const DirectHost = z
  .string()
  .trim()
  .max(253)
  .regex(/^\.?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[?[0-9A-Fa-f:.]+\]?)$/, repositoryRules.give_hosts.en);

const settings = {
  host: HostName,
  port: Port,
  /** The proxy itself is reached by https. */
  tls: z.boolean().default(false),
  username: z.string().max(256).default(''),
  /** What names no proxy of its own goes through this one; it takes the place of the default there was. */
  isDefault: z.boolean().default(false),
  /** Hosts contacted without the proxy. */
  noProxy: z.array(DirectHost).max(200).default([]),
};

/** An outgoing proxy to be made. */
export const NewProxy = z.strictObject({
  key: ProxyKey,
  ...settings,
  /** Written only; never answered. */
  password: z.string().max(4000).optional(),
});

/** The whole of a proxy as it is to be; its password stays when none is given, and an empty one removes it. */
export const ProxyChange = NewProxy.omit({ key: true });

export const NamedProxy = z.object({
  key: z.string(),
  ...settings,
  hasPassword: z.boolean(),
  /** Keys of the repositories that name it. */
  usedBy: z.array(z.string()),
});
export type NamedProxy = z.output<typeof NamedProxy>;

export const listProxies = route('listProxies', {
  summary: 'Outgoing proxies by key',
  method: 'GET',
  url: base,
  access: 'administrator',
  reply: z.object({ items: z.array(NamedProxy) }),
});

export const readProxy = route('readProxy', {
  summary: 'One outgoing proxy',
  method: 'GET',
  url: `${base}/:key`,
  access: 'administrator',
  params: Key,
  reply: NamedProxy,
});

export const createProxy = route('createProxy', {
  summary: 'Create an outgoing proxy',
  method: 'POST',
  url: base,
  access: 'administrator',
  body: NewProxy,
  reply: NamedProxy,
  status: 201,
});

export const updateProxy = route('updateProxy', {
  summary: 'Change an outgoing proxy',
  method: 'PUT',
  url: `${base}/:key`,
  access: 'administrator',
  params: Key,
  body: ProxyChange,
  reply: NamedProxy,
});

export const deleteProxy = route('deleteProxy', {
  summary: 'Delete an outgoing proxy that no repository names',
  method: 'DELETE',
  url: `${base}/:key`,
  access: 'administrator',
  params: Key,
  reply: z.void(),
});

export const testProxy = route('testProxy', {
  summary: 'Ask a server through a proxy that exists or is being made',
  method: 'POST',
  url: `${base}/test`,
  access: 'administrator',
  body: ProxyChange.omit({ isDefault: true, noProxy: true }).extend({
    /** An existing proxy, whose stored password is used when none is given and the server is the same. */
    key: z.string().max(100).optional(),
    url: UpstreamUrl,
  }),
  reply: z.object({ reached: z.boolean(), status: z.int().optional(), ...Said.shape }),
});
