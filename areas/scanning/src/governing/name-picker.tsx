import { useSettled } from '@packhouse/console-kit/lists.ts';
import { type FieldAria, Select } from '@packhouse/ui/form/form.ts';
import type { FindChoices } from '@packhouse/ui/form/search-box.tsx';
import { useState } from 'react';
import { t } from './governing-words.ts';

interface NamePickerProps extends FieldAria {
  id?: string;
  value?: string[];
  onChange?: (names: string[]) => void;
  /** Finds what fits some words on the server, however much there is. */
  useChoices: FindChoices;
  /** Chosen names of what is not there any more. */
  missing?: readonly string[];
  /** Names of what will only come may be typed, each ended by Enter. */
  free?: boolean;
  /** What is typed may hold commas, and is ended by Enter alone. */
  withCommas?: boolean;
}

/** Some things by name, searched where they are kept; what is chosen stands in the field, also what is not there any more. A form control. */
export function NamePicker({ useChoices, missing = [], free = false, withCommas = false, value = [], ...props }: NamePickerProps) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const found = useChoices(useSettled(search), open);
  const names = new Set([...value, ...(found?.map((choice) => choice.value) ?? [])]);
  const hints = new Map(found?.map((choice) => [choice.value, choice.hint]));
  return (
    <Select<string[]>
      {...props}
      value={value}
      {...(free ? { mode: 'tags', tokenSeparators: withCommas ? [] : [','] } : { mode: 'multiple' })}
      filterOption={false}
      onSearch={setSearch}
      onOpenChange={setOpen}
      loading={open && found === undefined}
      notFoundContent={<span className="ph-muted">{found === undefined ? t('looking') : t('nothingFits')}</span>}
      popupMatchSelectWidth={false}
      options={[...names].map((name) => ({ value: name, label: missing.includes(name) ? t('gone', { name }) : name, title: hints.get(name) ?? name }))}
    />
  );
}
