import { expect, it } from 'vitest';
import { inertMediaType } from './inert-answer.ts';

it.each([
  'text/javascript',
  'application/javascript; charset=utf-8',
  'Application/X-JavaScript',
  'application/ecmascript',
  'text/jscript',
  'text/livescript',
  'text/javascript1.5',
  'text/plain, text/javascript',
  'text/css',
])('makes %s plain text', (type) => {
  expect(inertMediaType(type)).toBe('text/plain');
});

it.each(['application/json', 'application/postscript', 'text/html; charset=utf-8', 'application/vnd.oci.image.manifest.v1+json'])('leaves %s', (type) => {
  expect(inertMediaType(type)).toBe(type);
});
