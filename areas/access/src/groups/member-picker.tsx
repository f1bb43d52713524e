import { useUserChoices } from '@packhouse/console-kit/lists.ts';
import { IconButton, SearchField } from '@packhouse/ui/core.ts';
import type { FieldAria } from '@packhouse/ui/form/form.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import { VirtualList } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { t } from './groups-words.ts';

interface MemberPickerProps extends FieldAria {
  id?: string;
  value?: readonly string[];
  onChange?: (names: readonly string[]) => void;
}

const rowHeight = 36;
const visibleRows = 8;
/** From here on only the rows in sight are drawn. */
const manyMembers = 100;

/** The users of a group, however many: found on the server, listed where only what is in sight is drawn. A form control. */
export function MemberPicker({ id, value = [], onChange, ...aria }: MemberPickerProps) {
  const [filter, setFilter] = useState('');
  const words = filter.trim().toLowerCase();
  const shown = words ? value.filter((name) => name.includes(words)) : value;
  const add = (name: string) => {
    setFilter('');
    onChange?.([...value, name].sort());
  };
  return (
    <div className="access-picker">
      <SearchBox {...aria} id={id} label={t('addMember')} useChoices={useUserChoices} without={value} onPick={add} />
      <div className="access-members">
        <div className="access-members-head">
          <span>{t('memberCount', { count: value.length })}</span>
          {value.length > visibleRows && <SearchField label={t('filterMembers')} value={filter} onChange={setFilter} />}
        </div>
        {shown.length === 0 ? (
          <p className="ph-muted access-members-none">{words ? t('noMemberFits') : t('noMembers')}</p>
        ) : (
          <Members names={shown} onRemove={(name) => onChange?.(value.filter((one) => one !== name))} />
        )}
      </div>
    </div>
  );
}

function Members({ names, onRemove }: { names: readonly string[]; onRemove: (name: string) => void }) {
  const row = (name: string) => (
    <span className="access-member">
      <span>{name}</span>
      <IconButton icon="close" size="small" label={t('removeMember', { name })} onClick={() => onRemove(name)} />
    </span>
  );
  const height = `${Math.min(names.length, visibleRows) * rowHeight}px`;
  if (names.length > manyMembers)
    return <VirtualList label={t('members')} items={names} itemKey={(name) => name} rowHeight={rowHeight} height={height} render={row} />;
  return (
    <ul className="access-member-list" style={{ maxHeight: height }} aria-label={t('members')}>
      {names.map((name) => (
        <li key={name} style={{ height: rowHeight }}>
          {row(name)}
        </li>
      ))}
    </ul>
  );
}
