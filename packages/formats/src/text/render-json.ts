import type { Rendered } from '../format.ts';

/** An answer in JSON. */
export function json(body: unknown, options: { status?: number; contentType?: string; headers?: Record<string, string> } = {}): Rendered {
  return {
    ...(options.status === undefined ? {} : { status: options.status }),
    contentType: options.contentType ?? 'application/json; charset=utf-8',
    ...(options.headers ? { headers: options.headers } : {}),
    body: JSON.stringify(body),
  };
}
