import { type Insertable, sql } from 'kysely';
import type { Db, QuestionTable } from '../schema.ts';

export async function insertQuestion(db: Db, question: Insertable<QuestionTable>): Promise<void> {
  await db.insertInto('question').values(question).execute();
}

/** Takes a question, so that one process alone answers it; undefined when another one did. */
export function takeQuestion(db: Db, id: string) {
  return db.updateTable('question').set({ taken: true }).where('id', '=', id).where('taken', '=', false).returning(['kind', 'data']).executeTakeFirst();
}

export async function updateAnswer(db: Db, id: string, answer: string): Promise<void> {
  await db.updateTable('question').set({ answer }).where('id', '=', id).execute();
}

/** Takes the question away; what was answered, if anything. */
export async function deleteQuestion(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('question').where('id', '=', id).returning('answer').executeTakeFirst();
  return row?.answer ?? undefined;
}

export async function deleteOldQuestions(db: Db): Promise<void> {
  await db.deleteFrom('question').where('asked_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
