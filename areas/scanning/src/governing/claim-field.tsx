import { type Analysis, analysisStates, justifications } from '@packhouse/contract/scanning/analysis.ts';
import { Select } from '@packhouse/ui/form/form.ts';
import { useId } from 'react';
import { t } from './violation-words.ts';

/** What is said of an ignored vulnerability, as a call takes it; the field holds a state, with a justification behind a space. */
export function readClaim(claim: string): { analysis?: Analysis } {
  const [state, justification] = claim.split(' ') as [Analysis['state'] | '', Analysis['justification']];
  if (state === '') return {};
  return { analysis: { state, ...(justification ? { justification } : {}) } };
}

/** What documents of VEX tell of it. */
export function ClaimField({ value, onChange }: { value: string; onChange: (claim: string) => void }) {
  const id = useId();
  const options = [
    { value: '', label: t('claim_none') },
    ...justifications.map((one) => ({ value: `not_affected ${one}`, label: t(`claim_${one}`) })),
    ...analysisStates.filter((state) => state !== 'not_affected').map((state) => ({ value: state as string, label: t(`claim_${state}`) })),
  ];
  return (
    <div className="ph-field">
      <label htmlFor={id} className="ph-field-label">
        {t('claim')}
      </label>
      <Select id={id} value={value} onChange={(claim: string) => onChange(claim)} options={options} aria-describedby={`${id}-hint`} />
      <p id={`${id}-hint`} className="ph-field-hint">
        {t('claimHint')}
      </p>
    </div>
  );
}
