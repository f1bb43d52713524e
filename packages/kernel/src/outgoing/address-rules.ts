import { lookup as resolve } from 'node:dns';
import { lookup as resolveSoon } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses of one's own network, which a target may be allowed; link-local ones (cloud metadata among them) are not in this list. */
const ownNetwork = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);
// Metadata services that live outside the link-local ranges.
const metadata = new Set(['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']);

export interface AddressRules {
  /** Refuses with `address_refused` unless this address may be contacted. */
  check(address: string, allowPrivate: boolean): void;
  /** A lookup for sockets: every address that a name resolves to is checked, and one refused address refuses the name. */
  lookup(allowPrivate: boolean): LookupFunction;
}

/** The IPv4 address inside IPv4-mapped and NAT64 addresses is the one that is contacted. */
function contacted(text: string): Address {
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv6' && (address as ipaddr.IPv6).range() === 'rfc6052') return ipaddr.fromByteArray(address.toByteArray().slice(12));
  return address;
}

/** Of IPv6, only this part is given to anybody; an address outside it may be an IPv4 address in disguise (`::127.0.0.1`). https://www.rfc-editor.org/rfc/rfc4291#section-2.4 */
const given = ipaddr.parseCIDR('2000::/3');

function isOfOldKind(address: Address): boolean {
  return address.kind() === 'ipv6' && address.range() === 'unicast' && !isIn(address, given);
}

function parseRange(text: string): [Address, number] {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new Error(`'${text}' is neither an address nor a range such as 10.0.0.0/8`);
  }
}

function isIn(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network as ipaddr.IPv4 & ipaddr.IPv6, bits);
}

/** Which addresses the platform may contact: the public ones, and those of its own network that are allowed. */
export function addressRules(allowed: readonly string[]): AddressRules {
  const ranges = allowed.map(parseRange);

  function check(text: string, allowPrivate: boolean): void {
    const address = contacted(text);
    if (ranges.some((range) => isIn(address, range))) return;
    const range = isOfOldKind(address) ? 'reserved' : address.range();
    if (!metadata.has(address.toString()) && (range === 'unicast' || (allowPrivate && ownNetwork.has(range)))) return;
    throw new AppError(kernelWords.address_private, { host: text }, { detail: { address: text, range } });
  }

  return {
    check,
    lookup: (allowPrivate) => (hostname, options, callback) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, []);
        try {
          for (const { address } of addresses) check(address, allowPrivate);
        } catch (refusal) {
          return callback(refusal as Error, []);
        }
        if (options.all) return callback(null, addresses);
        callback(null, addresses[0]!.address, addresses[0]!.family);
      });
    },
  };
}

/** Whether a host (a name, or an address with or without brackets) is in one's own network with every address it has; unknown names are not. */
export async function isInOwnNetwork(host: string): Promise<boolean> {
  const plain = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(plain) ? [plain] : (await resolveSoon(plain, { all: true }).catch(() => [])).map(({ address }) => address);
  return addresses.length > 0 && addresses.every((address) => ownNetwork.has(contacted(address).range()));
}
