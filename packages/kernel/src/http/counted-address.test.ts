import { describe, expect, it } from 'vitest';
import { countedAddress } from './counted-address.ts';

describe('the address that is counted', () => {
  it('is the network of an IPv6 address, however it is written', () => {
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002::7'])
      expect(countedAddress(address)).toBe('2001:db8:1:2::/64');
    expect(countedAddress('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
    expect(countedAddress('fe80::1%eth0')).toBe('fe80::/64');
    expect(countedAddress('::2')).toBe('::/64');
  });
  it('is an IPv4 address itself, also where it is written as IPv6', () => {
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207']) expect(countedAddress(address)).toBe('192.0.2.7');
  });
  it('leaves the machine itself and what is no address as they are', () => {
    expect(countedAddress('::1')).toBe('::1');
    expect(countedAddress('127.0.0.1')).toBe('127.0.0.1');
    expect(countedAddress('')).toBe('');
  });
});
