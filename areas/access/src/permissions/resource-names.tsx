import { useRepositoryChoices } from '@packhouse/console-kit/lists.ts';
import { Button } from '@packhouse/ui/core.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import { type KeyboardEvent, useState } from 'react';
import { ChosenNames } from '../picking/chosen-names.tsx';
import type { ResourceType } from './permission-draft.ts';
import { t } from './permissions-words.ts';
import { shownName, type WideName } from './wide-names.ts';

interface ResourceNamesProps {
  type: ResourceType;
  value: readonly string[];
  onChange: (names: readonly string[]) => void;
}

const wide: Record<ResourceType, readonly WideName[]> = {
  repository: ['ANY', 'ANY LOCAL', 'ANY REMOTE'],
  build: ['ANY'],
  releaseBundle: ['ANY'],
  destination: ['ANY'],
  pipeline: ['ANY'],
};

/** Which resources of a type: by name, or any of a kind. */
export function ResourceNames({ type, value, onChange }: ResourceNamesProps) {
  const add = (name: string) => {
    if (name !== '' && !value.includes(name)) onChange([...value, name]);
  };
  return (
    <div className="access-picker">
      <ChosenNames names={value} onRemove={(name) => onChange(value.filter((one) => one !== name))} none={t(`none_${type}`)} shown={shownName} />
      <div className="access-add-line">
        {type === 'repository' ? (
          <SearchBox label={t('addRepository')} useChoices={useRepositoryChoices} without={value} onPick={add} />
        ) : (
          <NameEntry label={t(`add_${type}`)} onAdd={add} />
        )}
        {wide[type]
          .filter((name) => !value.includes(name))
          .map((name) => (
            <Button key={name} size="small" kind="ghost" icon="plus" title={t(`about_${name}`)} onClick={() => add(name)}>
              {shownName(name)}
            </Button>
          ))}
      </div>
    </div>
  );
}

/** Names of things that may not exist yet: typed, one after the other. */
function NameEntry({ label, onAdd }: { label: string; onAdd: (name: string) => void }) {
  const [text, setText] = useState('');
  const add = () => {
    onAdd(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <input
      className="ph-input access-name-entry"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={add}
    />
  );
}
