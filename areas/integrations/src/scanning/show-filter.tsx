import { t } from './scanning-words.ts';

/** All repositories, or those that are scanned. */
export function ShowFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className="integration-show">
      <span className="ph-muted">{t('show')}</span>
      <select className="ph-input" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('showAll')}</option>
        <option value="true">{t('showSelected')}</option>
      </select>
    </label>
  );
}
