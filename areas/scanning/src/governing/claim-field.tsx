import { type Analysis, analysisStates, justifications } from '@packhouse/contract/scanning/analysis.ts';
import { Field } from '@packhouse/ui/core.ts';
import { useId } from 'react';
import { t } from './violation-words.ts';

/** What is said of an ignored vulnerability, as a call takes it; the field holds a state, with a justification behind a space. */
export function readClaim(claim: string): { analysis?: Analysis } {
  const [state, justification] = claim.split(' ') as [Analysis['state'] | '', Analysis['justification']];
  if (state === '') return {};
  return { analysis: { state, ...(justification ? { justification } : {}) } };
}

/** The same as the field holds it. */
export function writeClaim(analysis: Analysis | undefined): string {
  return analysis ? [analysis.state, analysis.justification ?? []].flat().join(' ') : '';
}

/** What documents of VEX tell of it. */
export function ClaimField({ value, onChange }: { value: string; onChange: (claim: string) => void }) {
  const id = useId();
  const options = [
    { value: '', label: t('claim_none') },
    { value: 'not_affected', label: t('claim_not_affected') },
    ...justifications.map((one) => ({ value: `not_affected ${one}`, label: t(`claim_${one}`) })),
    ...analysisStates.filter((state) => state !== 'not_affected').map((state) => ({ value: state as string, label: t(`claim_${state}`) })),
  ];
  return (
    <Field id={id} label={t('claim')} hint={t('claimHint')}>
      <select id={id} className="ph-input" value={value} onChange={({ target }) => onChange(target.value)} aria-describedby={`${id}-hint`}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
