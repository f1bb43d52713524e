import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { AuditEntry } from '@packhouse/kernel/platform.ts';
import type { Db } from '../schema.ts';
import { insertAudit } from './audit-queries.ts';

const secretName = /password|secret|private.?key|passphrase|credential|access_?token|refresh_?token|reference_?token|api_?key/i;

/** Hides what a field's name calls secret, however deep; a second net under callers who leave secrets out themselves. */
function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === 'string' && one !== '' && secretName.test(name) ? '***' : redact(one)]),
  );
}

const printable = (text: string) => text.replace(/\p{Cc}/gu, '\uFFFD').slice(0, 500);

/** Writes one entry; names that came from outside are cut and cleaned, so that nobody can forge or flood the log. */
export async function writeAudit(db: Db | AnyTransaction, entry: AuditEntry): Promise<void> {
  await insertAudit(db, {
    ...entry,
    actor: printable(entry.actor),
    subject: printable(entry.subject),
    ...(entry.name ? { name: printable(entry.name) } : {}),
    before: redact(entry.before),
    after: redact(entry.after),
  });
}
