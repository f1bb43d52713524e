import { CopyField } from '@packhouse/ui/core.ts';
import './external.css';

/** A value to be registered elsewhere, under the name it has there. */
export function LabelledCopy({ label, value }: { label: string; value: string }) {
  return (
    <div className="access-labelled-copy">
      <span>{label}</span>
      <CopyField label={label} value={value} />
    </div>
  );
}
