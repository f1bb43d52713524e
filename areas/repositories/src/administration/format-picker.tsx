import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { type FormatId, getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { availablePackages } from '@packhouse/contract/shell/shell-routes.ts';
import { FormatIcon, Skeleton } from '@packhouse/ui/core.ts';
import type { FieldAria } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './administration-words.ts';

/** Every format the server speaks, as tiles to choose from. A form control: `value` and `onChange` come from the form. */
export function FormatPicker({ value, onChange, id, ...aria }: FieldAria & { value?: FormatId; onChange?: (format: FormatId) => void; id?: string }) {
  const { data, error, refetch } = useQuery(query(availablePackages, {}));
  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton lines={2} height={32} />;
  return (
    <div {...aria} role="radiogroup" aria-label={t('format')} id={id} tabIndex={-1} className="repos-formats">
      {data.map((format) => (
        <label key={format} className="repos-format">
          <input type="radio" name="format" value={format} checked={format === value} onChange={() => onChange?.(format)} />
          <FormatIcon format={format} size={24} />
          <span>{getFormatTitle(format)}</span>
        </label>
      ))}
    </div>
  );
}
