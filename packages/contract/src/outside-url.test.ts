import { expect, it } from 'vitest';
import { isOutsideUrl } from './outside-url.ts';

const allowed = (urls: readonly string[]) => urls.filter(isOutsideUrl);

it('HOOK-020 refuses addresses of private networks, however they are written', () => {
  const refused = ['10.1.2.3', '172.16.0.1', '172.31.255.1', '192.168.1.1', '127.0.0.1', '169.254.169.254', '2130706433', '0x7f.1'];
  expect(allowed(refused.map((host) => `http://${host}/hook`))).toEqual([]);
  expect(allowed(['http://172.15.0.1', 'http://172.32.0.1', 'http://11.0.0.1', 'http://192.169.0.1'])).toHaveLength(4);
});

it('HOOK-021 takes host names, those of one label too, IPv4 and IPv6 in brackets', () => {
  const urls = ['http://localhost/x', 'https://ci.example.org', 'https://93.184.216.34/a?b=c', 'http://[2001:db8::1]:8080/', 'HTTPS://Example.org'];
  expect(allowed(urls)).toEqual(urls);
  expect(allowed(['', 'example.org', 'ftp://example.org', 'http://', 'http://2001:db8::1/', 'http://[zz]/', 'http://a b/', 'http://u:p@example.org/'])).toEqual(
    [],
  );
});

it('HOOK-022 takes a port of two to five digits', () => {
  const ports = ['8', '80', '8080', '65535', '655350'];
  expect(allowed(ports.map((port) => `http://example.org:${port}/`))).toEqual([
    'http://example.org:80/',
    'http://example.org:8080/',
    'http://example.org:65535/',
  ]);
  expect(isOutsideUrl('http://example.org:99999/')).toBe(false);
});

it('HOOK-021 refuses backslashes, which others read as slashes', () => {
  expect(allowed(['https://ci.example.org\\@10.0.0.1/', 'https://ci.example.org/a\\b', 'http:\\\\ci.example.org'])).toEqual([]);
});
