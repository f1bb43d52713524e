import { absoluteTime, Button, CopyButton, Tag } from '@packhouse/ui/core.ts';
import { type KeyboardEvent, memo } from 'react';
import type { LogLine } from './log-lines.ts';
import { t } from './logs-words.ts';

const spellTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 });

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrows lead from row to row. */
function moveOn(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
  const rows = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('.logs-head') ?? [])];
  event.preventDefault();
  const next = step === undefined ? rows.at(event.key === 'Home' ? 0 : -1) : rows[rows.indexOf(event.currentTarget) + step];
  next?.focus();
}

export interface RowProps {
  line: LogLine;
  isOpen: boolean;
  /** The row that the address leads to. */
  isMarked: boolean;
  /** The row that the tab key reaches; arrows lead to the others. */
  isNext: boolean;
  onToggle: (key: string) => void;
  onRequest: (requestId: string) => void;
  linkTo: (key: string) => string;
}

function Fields({ line, onRequest, linkTo }: Pick<RowProps, 'line' | 'onRequest' | 'linkTo'>) {
  const { at, fields, requestId } = line.record;
  return (
    <div className="logs-open">
      <dl>
        {at && (
          <div>
            <dt>time</dt>
            <dd>{absoluteTime(at)}</dd>
          </div>
        )}
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="logs-open-actions">
        {requestId !== undefined && (
          <Button size="small" icon="filter" onClick={() => onRequest(requestId)}>
            {t('onlyRequest')}
          </Button>
        )}
        <CopyButton wide value={linkTo(line.key)} label={t('copyLink')} />
        <CopyButton wide value={line.text} label={t('copyLine')} />
      </p>
    </div>
  );
}

function Level({ line: { record } }: { line: LogLine }) {
  if (record.level === undefined) return <span className="logs-level" />;
  return (
    <span className="logs-level" data-level={record.level}>
      {record.level.toUpperCase()}
    </span>
  );
}

/** One record: when, how bad, what; its fields open below it. */
export const LogRow = memo(function LogRow({ line, isOpen, isMarked, isNext, onToggle, onRequest, linkTo }: RowProps) {
  const { at, message, fields } = line.record;
  if (line.isNote) return <li className="logs-note">{line.text}</li>;
  return (
    <li className="logs-record" data-level={line.record.level} data-marked={isMarked || undefined} data-line={line.key}>
      <button type="button" className="logs-head" aria-expanded={isOpen} tabIndex={isNext ? 0 : -1} onKeyDown={moveOn} onClick={() => onToggle(line.key)}>
        <time dateTime={at?.toISOString()} title={at && absoluteTime(at)}>
          {at ? spellTime.format(at) : ''}
        </time>
        <Level line={line} />
        <span className="logs-message">{message}</span>
        {!isOpen && fields.some(([name]) => name === 'err.stack') && <Tag>{t('stack')}</Tag>}
      </button>
      {isOpen && <Fields line={line} onRequest={onRequest} linkTo={linkTo} />}
    </li>
  );
});
