import type { MessagePort } from 'node:worker_threads';
import { AppError, type ErrorCode } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { isNestedTooDeep } from '../http/nested-too-deep.ts';

/** Bytes that stay where they are, and what is known of them beside; that is plain. */
export interface FileArgument {
  size: number;
  /** From `start` to `end` inclusive when given. */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** One argument on its way into a thread. Content and functions stay where they are, and the thread asks for them by their number; small content comes along. */
export type SentArgument =
  | { kind: 'plain'; value: unknown }
  | { kind: 'file'; number: number; file: Omit<FileArgument, 'open'>; whole?: Uint8Array }
  | { kind: 'call'; number: number };

/** A function that a module of ours exports under this name. */
export interface NamedWork {
  module: string;
  name: string;
}

/** Work is to be done with these arguments. */
export interface ThreadOrder<Work = NamedWork> {
  work: Work;
  args: readonly SentArgument[];
  /** Answers the questions that the thread has meanwhile. */
  port: MessagePort;
}

/** A failure as it travels between threads: an `AppError` keeps its sentence and values. */
export interface SentFailure extends Said {
  code?: ErrorCode;
  detail?: unknown;
}

/** How work ended; `isFull`: what it read would have taken more memory than the thread has. */
export type ThreadOutcome = { answer: unknown } | { failure: SentFailure } | { isFull: true };

export type Question =
  | { ask: 'open'; number: number; stream: number; range?: { start: number; end: number } }
  | { ask: 'next' | 'close'; stream: number }
  | { ask: 'call'; number: number; args: readonly unknown[] };

/** The first message of a thread has no question: it says that the work has begun. */
export type FromThread = { id: number; question: Question } | 'begun';

export type ToThread = { id: number } & ({ answer: unknown } | { failure: SentFailure });

/** Makes of an error what can be sent. */
export function packFailure(error: unknown): SentFailure {
  // Beyond the thread nobody could tell it from a fault of ours.
  if (isNestedTooDeep(error)) return packFailure(new AppError(kernelWords.nested_too_deep));
  if (!(error instanceof AppError)) return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, reason, values, detail } = error;
  return {
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(values === undefined ? {} : { values }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** Makes an error of what was sent. */
export function unpackFailure({ code, detail, ...said }: SentFailure): Error {
  if (code === undefined) return new Error(said.message);
  return new AppError(code, { said, detail });
}

/** Bytes arrive as plain arrays; readers know buffers. */
export function asBuffer(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/** A copy of bytes alone: their memory may be part of a larger one, which would travel whole. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
