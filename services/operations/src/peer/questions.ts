import { randomUUID } from 'node:crypto';
import { AppError, type ErrorCode, saidBy } from '@packhouse/contract/errors.ts';
import { operationsWords } from '@packhouse/contract/operations/operations-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { OperationsSchema } from '../schema.ts';
import { deleteOldQuestions, deleteQuestion, insertQuestion, takeQuestion, updateAnswer } from './question-queries.ts';

/** Milliseconds that a node has for an answer. */
const patience = 15_000;

export interface Target {
  nodeId: string;
  /** One process of that node; any of them unless said. */
  processId?: string;
}

/** Something nodes can be asked: its name, and how this process answers it. Question and answer are plain data. */
export interface Kind<Data, Answer> {
  readonly name: string;
  answer(data: Data): Promise<Answer>;
}

/**
 * Questions from node to node, carried by the database: whoever shares it may ask, no further address or password is needed, and the
 * nodes need not reach each other.
 */
export interface Questions {
  /** Says how this process answers one kind of question. */
  register<Data, Answer>(kind: Kind<Data, Answer>): void;
  /** @throws AppError what the other node threw; `unavailable` when it does not answer in time */
  ask<Data, Answer>(target: Target, kind: Pick<Kind<Data, Answer>, 'name'>, data: Data, timeout?: number): Promise<Answer>;
  /** Takes away what nobody waits for any more. */
  forgetOld(): Promise<void>;
  stop(): Promise<void>;
}

interface Sealed {
  result?: unknown;
  refusal?: Said & { code: ErrorCode };
}

interface Own {
  db: Kysely<OperationsSchema>;
  platform: Platform;
  log: Logger;
  nodeId: string;
  processId: string;
}

const asked = 'node.question';
const answered = 'node.answer';

class NodeQuestions implements Questions {
  readonly #own: Own;
  readonly #kinds = new Map<string, Kind<unknown, unknown>>();
  readonly #waiting = new Map<string, () => void>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #unsubscribe: () => void;
  constructor(own: Own) {
    this.#own = own;
    this.#unsubscribe = own.platform.outbox.subscribe((event) => this.#hear(event));
  }

  register<Data, Answer>(kind: Kind<Data, Answer>): void {
    this.#kinds.set(kind.name, kind as unknown as Kind<unknown, unknown>);
  }

  async ask<Data, Answer>(target: Target, { name }: Pick<Kind<Data, Answer>, 'name'>, data: Data, timeout = patience): Promise<Answer> {
    const { nodeId, processId } = this.#own;
    const isOwn = target.nodeId === nodeId && (target.processId ?? processId) === processId;
    const sealed = isOwn ? await this.#seal(name, data) : await this.#send(target, name, data, timeout);
    if (!sealed) throw new AppError(operationsWords.node_silent, { id: target.nodeId });
    if (sealed.refusal) throw new AppError(sealed.refusal.code, { said: sealed.refusal });
    return sealed.result as Answer;
  }

  forgetOld(): Promise<void> {
    return deleteOldQuestions(this.#own.db);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    for (const wake of this.#waiting.values()) wake();
    await Promise.all(this.#underWay);
  }

  #hear({ type, subject, data }: PlatformEvent): void {
    const { nodeId, processId, log } = this.#own;
    if (type === answered) this.#waiting.get(subject)?.();
    if (type !== asked || data.node !== nodeId || (data.process !== null && data.process !== processId)) return;
    const work = this.#answer(subject)
      .catch((error: Error) => log.error({ err: error }, 'a question of another node could not be answered'))
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #answer(id: string): Promise<void> {
    const { db, platform } = this.#own;
    const question = await takeQuestion(db, id);
    if (!question) return;
    const sealed = await this.#seal(question.kind, JSON.parse(question.data));
    await db.transaction().execute(async (transaction) => {
      await updateAnswer(transaction, id, JSON.stringify(sealed));
      await platform.outbox.publish(transaction, { type: answered, subject: id, data: {} });
    });
  }

  async #seal(name: string, data: unknown): Promise<Sealed> {
    const kind = this.#kinds.get(name);
    if (!kind) return { refusal: { code: 'unavailable', ...say(operationsWords.node_of_another_version) } };
    try {
      return { result: await kind.answer(data) };
    } catch (error) {
      if (error instanceof AppError) return { refusal: { code: error.code, ...saidBy(error) } };
      this.#own.log.error({ err: error, question: name }, 'a question could not be answered');
      return { refusal: { code: 'internal', ...say(operationsWords.node_failed) } };
    }
  }

  async #send(
    { nodeId, processId = null }: { nodeId: string; processId?: string | null },
    kind: string,
    data: unknown,
    timeout: number,
  ): Promise<Sealed | undefined> {
    const { db, platform } = this.#own;
    const id = randomUUID();
    const arrived = new Promise<void>((resolve) => this.#waiting.set(id, resolve));
    const timer = setTimeout(() => this.#waiting.get(id)?.(), timeout);
    try {
      await db.transaction().execute(async (transaction) => {
        await insertQuestion(transaction, { id, node_id: nodeId, process_id: processId, kind, data: JSON.stringify(data), answer: null });
        await platform.outbox.publish(transaction, { type: asked, subject: id, data: { node: nodeId, process: processId } });
      });
      await arrived;
      const text = await deleteQuestion(db, id);
      return text === undefined ? undefined : (JSON.parse(text) as Sealed);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }
}

export function openQuestions(own: Own): Questions {
  return new NodeQuestions(own);
}
