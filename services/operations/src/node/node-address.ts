import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '@packhouse/kernel/config.ts';

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((ones) => ones ?? []);
  const outside = all.filter(({ internal }) => !internal);
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0])?.address ?? '127.0.0.1';
}

/** Host and port under which this node can be reached, as far as it knows itself; without the port while the system has not chosen one. */
export function nodeAddress({ host, port }: Pick<Config, 'host' | 'port'>, listening: AddressInfo | string | null): string {
  const name = host === '0.0.0.0' || host === '::' ? ownAddress() : host;
  const chosen = typeof listening === 'object' && listening !== null ? listening.port : port;
  const bracketed = name.includes(':') ? `[${name}]` : name;
  return chosen === 0 ? bracketed : `${bracketed}:${chosen}`;
}
