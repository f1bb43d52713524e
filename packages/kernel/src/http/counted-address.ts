import ipaddr from 'ipaddr.js';

/** Bits that everybody has to themselves who is given addresses at all: the last 64 a machine chooses as it likes. https://www.rfc-editor.org/rfc/rfc4291#section-2.5.4 */
const ownBits = 64;

/**
 * Under what an address is counted where calls from one place are limited: an IPv4 address as it is, also one written as IPv6, and an IPv6 address by
 * the network it is in (`2001:db8:1:2::/64`), since whoever has one address there has all of them. What is no address is counted as it is written.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  if (parsed.range() === 'loopback') return '::1';
  const network = new ipaddr.IPv6(parsed.parts.map((part, index) => (index < ownBits / 16 ? part : 0)));
  return `${network.toString()}/${ownBits}`;
}
