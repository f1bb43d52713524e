import { useGroupChoices } from '@packhouse/console-kit/lists.ts';
import type { FieldAria } from '@packhouse/ui/form/form.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import { ChosenNames } from './chosen-names.tsx';
import { t } from './picking-words.ts';

interface GroupPickerProps extends FieldAria {
  id?: string;
  value?: readonly string[];
  onChange?: (names: readonly string[]) => void;
}

/** Some groups. A form control. */
export function GroupPicker({ id, value = [], onChange, ...aria }: GroupPickerProps) {
  return (
    <div className="access-picker">
      <ChosenNames names={value} onRemove={(name) => onChange?.(value.filter((one) => one !== name))} none={t('noGroups')} />
      <SearchBox
        {...aria}
        id={id}
        labelled
        label={t('addGroup')}
        useChoices={useGroupChoices}
        without={value}
        onPick={(name) => onChange?.([...value, name])}
      />
    </div>
  );
}
