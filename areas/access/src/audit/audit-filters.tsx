import { useUserChoices } from '@packhouse/console-kit/lists.ts';
import { absoluteTime, Button, Dialog, FilterChips, Menu, type MenuEntry, SearchField, TextField } from '@packhouse/ui/core.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import { useState } from 'react';
import { t } from './audit-words.ts';

export type AuditFilters = Record<'search' | 'actor' | 'action' | 'from' | 'to', string>;
export type ChangeFilters = (part: Partial<AuditFilters>) => void;

/** Beginnings of actions, by what they are about. A dot at the end takes all of them. */
const subjects = [
  'user.',
  'group.',
  'permission.',
  'token.',
  'application.',
  'key.',
  'password.',
  'session.',
  'sign_in.',
  'setting.',
  'repository.',
  'trash.',
  'garbage.',
] as const;
const spans = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;

function isSubject(action: string): action is (typeof subjects)[number] {
  return subjects.some((one) => one === action);
}

/** Narrows the log by who, what and when. */
export function AuditToolbar({ filters, change }: { filters: AuditFilters; change: ChangeFilters }) {
  const [choosing, setChoosing] = useState(false);
  const { search, actor, action, from, to } = filters;
  const actions: MenuEntry[] = [
    { label: t('anyAction'), checked: action === '', onSelect: () => change({ action: '' }) },
    ...subjects.map((one) => ({ label: t(`about_${one}`), checked: action === one, onSelect: () => change({ action: one }) })),
  ];
  const times: MenuEntry[] = [
    { label: t('anyTime'), checked: from === '' && to === '', onSelect: () => change({ from: '', to: '' }) },
    ...(Object.keys(spans) as (keyof typeof spans)[]).map((span) => ({
      label: t(span),
      onSelect: () => change({ from: new Date(Date.now() - spans[span]).toISOString(), to: '' }),
    })),
    { line: true },
    { label: t('between'), onSelect: () => setChoosing(true) },
  ];
  return (
    <>
      <SearchField label={t('searchAudit')} value={search} onChange={(text) => change({ search: text })} />
      <span className="access-audit-actor">
        <SearchBox icon="user" label={t('actor')} useChoices={useUserChoices} onPick={(name) => change({ actor: name })} />
      </span>
      <Menu label={t('action')} entries={actions}>
        {(trigger) => (
          <Button icon="filter" {...trigger}>
            {t('action')}
          </Button>
        )}
      </Menu>
      <Menu label={t('time')} entries={times}>
        {(trigger) => (
          <Button icon="clock" {...trigger}>
            {t('time')}
          </Button>
        )}
      </Menu>
      <FilterChips
        chips={[
          ...(actor ? [{ key: 'actor', label: t('byActor', { name: actor }), onRemove: () => change({ actor: '' }) }] : []),
          ...(action ? [{ key: 'action', label: isSubject(action) ? t(`about_${action}`) : action, onRemove: () => change({ action: '' }) }] : []),
          ...(from ? [{ key: 'from', label: t('since', { time: absoluteTime(new Date(from)) }), onRemove: () => change({ from: '' }) }] : []),
          ...(to ? [{ key: 'to', label: t('until', { time: absoluteTime(new Date(to)) }), onRemove: () => change({ to: '' }) }] : []),
        ]}
      />
      {choosing && <TimeDialog from={from} to={to} onClose={() => setChoosing(false)} onChoose={change} />}
    </>
  );
}

/** A moment as the browser's field writes it: local, to the minute. */
function localTime(iso: string): string {
  if (iso === '') return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const isoTime = (local: string) => (local === '' ? '' : new Date(local).toISOString());

function TimeDialog({ from, to, onClose, onChoose }: { from: string; to: string; onClose: () => void; onChoose: ChangeFilters }) {
  const [start, setStart] = useState(localTime(from));
  const [end, setEnd] = useState(localTime(to));
  const wrong = start !== '' && end !== '' && start > end ? t('endBeforeStart') : undefined;
  const choose = () => {
    if (wrong) return;
    onChoose({ from: isoTime(start), to: isoTime(end) });
    onClose();
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind="primary" onClick={choose} disabled={wrong !== undefined}>
        {t('show')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('betweenTitle')} onClose={onClose} footer={buttons} width={400}>
      <div className="ph-stack">
        <TextField type="datetime-local" label={t('start')} value={start} onChange={setStart} />
        <TextField type="datetime-local" label={t('end')} value={end} onChange={setEnd} problem={wrong} />
      </div>
    </Dialog>
  );
}
