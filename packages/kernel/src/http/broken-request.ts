import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorCode, envelope } from '@packhouse/contract/errors.ts';

/** These refusals of Node's parser are more than a request that cannot be read. https://nodejs.org/api/http.html#event-clienterror */
const codes: Record<string, ErrorCode> = { HPE_HEADER_OVERFLOW: 'head_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow' };

/** Answers what Node's parser refuses before there is a request, in the envelope of all refusals, and closes the connection. */
export function answerBrokenRequest({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const error = new AppError(codes[code ?? ''] ?? 'bad_request');
  const body = JSON.stringify(envelope(error));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
