import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { makeCurl } from './curl.ts';

/** What curl would be called with, by a shell that reads the command. */
function readArguments(command: string): string[] {
  const script = `curl() { for one; do printf '%s\\0' "$one"; done; }\n${command}`;
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const odd = `it's "here" $HOME \`id\` $(id) !! \\ \\' ;|&<>*?[a]{b}\nand on\ta new line é`;

it('makes a command that a shell reads as the request was, and as nothing else', () => {
  const request = { headers: { 'content-type': 'application/json', authorization: '********', 'x-odd': odd.replaceAll('\n', ' '), 'x-empty': '' } };
  const url = 'https://hooks.example.test/in?a=b&c[]=d#e';
  expect(readArguments(makeCurl({ method: 'POST', url, request }, `@${odd}`))).toEqual([
    '--globoff',
    '-X',
    'POST',
    url,
    '-H',
    'content-type: application/json',
    '-H',
    'authorization: ********',
    '-H',
    `x-odd: ${odd.replaceAll('\n', ' ')}`,
    '-H',
    'x-empty;',
    '--data-raw',
    `@${odd}`,
  ]);
});

it('spells what a terminal would act on', () => {
  const body = `'\\x1b[201~'\x1b[201~rm -rf\r\x7f\u009bdone`;
  const command = makeCurl({ method: 'PUT', url: 'https://hooks.example.test/', request: { headers: {} } }, body);
  expect(command).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(readArguments(command).at(-1)).toBe(body);
});

it('sends no body where none was sent', () => {
  expect(makeCurl({ method: 'GET', url: 'https://hooks.example.test/', request: { headers: {} } }, '{}')).toBe(
    "curl --globoff -X GET 'https://hooks.example.test/'",
  );
});
