import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

/** The name of one of our cookies. Browsers send what a host gave them to all its ports, so installations side by side need names apart. */
export function cookieName({ deployment }: Pick<Context, 'deployment'>, purpose: 'session' | 'sign_in' | 'second_step'): string {
  return `packhouse_${purpose}_${hash('sha256', deployment, 'hex').slice(0, 8)}`;
}

/** What a cookie of the request holds. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', ...value] = pair.trim().split('=');
    if (key === name) return value.join('=').replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}
