import type { CertificateFacts } from '@packhouse/contract/certificate-rules.ts';
import { absoluteTime, StatusTag } from '@packhouse/ui/core.ts';
import { t } from './external-words.ts';
import './external.css';

interface CertificateNotesProps {
  hint: string;
  /** Those that are stored. */
  certificates: readonly CertificateFacts[];
  /** The text they were read from, and what stands in the field now. */
  stored: string;
  typed: string | undefined;
}

/** Below a field for certificates: what goes in, and until when those are valid that are stored, as long as the field still has them. */
export function CertificateNotes({ hint, certificates, stored, typed }: CertificateNotesProps) {
  const shown = typed === undefined || typed.trim() === stored ? certificates : [];
  return (
    <>
      {hint}
      {shown.map(({ subject, validUntil }, at) => {
        const end = new Date(validUntil);
        return (
          <span key={`${at}-${subject}`} className="access-certificate">
            <span className="ph-mono">{subject || t('nameless')}</span>
            {end < new Date() ? <StatusTag kind="bad">{t('expiredOn', { date: absoluteTime(end) })}</StatusTag> : t('validUntil', { date: absoluteTime(end) })}
          </span>
        );
      })}
    </>
  );
}
