import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { defaultLogRefresh, type LogData, type LogType } from '@packhouse/contract/operations/operations-log-routes.ts';
import { Banner, Button, EmptyState, Field, LinkButton, Page, RelativeTime, Skeleton } from '@packhouse/ui/core.ts';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type LiveLog, productTitles } from './live-log.ts';
import { LogControls } from './log-controls.tsx';
import { type LogLine, linesWith } from './log-lines.ts';
import { LogRecords } from './log-records.tsx';
import { LogText } from './log-text.tsx';
import { t } from './logs-words.ts';
import { useCountdown } from './use-countdown.ts';
import { useLiveLog } from './use-live-log.ts';
import { useTail } from './use-tail.ts';
import './logs.css';

type Live = ReturnType<typeof useLiveLog>;

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, title: string])[];
  onChange: (value: Value) => void;
  /** Shown when there is nothing to choose. */
  none?: string;
}

function Choice<Value extends string>({ label, value, options, onChange, none }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <select id={id} className="ph-input" value={value} disabled={options.length === 0} onChange={(event) => onChange(event.target.value as Value)}>
        {options.length === 0 && <option value={value}>{none}</option>}
        {options.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The products that are well; the one looked at is always among them. */
function productOptions({ products, product }: LiveLog): (readonly [LogType, string])[] {
  const types = products.map(({ type }) => type);
  return (types.includes(product) ? types : [product, ...types]).map((type) => [type, productTitles[type]]);
}

/** The nodes that are online; the one looked at is always among them. */
function nodeOptions({ nodes, node }: LiveLog): (readonly [string, string])[] {
  return (node === '' || nodes.includes(node) ? nodes : [node, ...nodes]).map((id) => [id, id]);
}

function Times({ last }: { last: LogData | undefined }) {
  return (
    <>
      <span>
        {t('lastModified')}: {last ? <RelativeTime at={last.last_update_modified} /> : t('never')}
      </span>
      <span>
        {t('lastUpdated')}: {last ? <RelativeTime at={last.last_update_label} /> : t('never')}
      </span>
    </>
  );
}

interface RefreshProps {
  left: number;
  paused: boolean;
  onPause: (paused: boolean) => void;
  onRefresh: () => void;
}

function Refresh({ left, paused, onPause, onRefresh }: RefreshProps) {
  return (
    <span className="logs-bar-end">
      <span className="logs-left ph-muted">{paused ? t('paused') : t('refreshIn', { seconds: left })}</span>
      <button type="button" className="logs-link" onClick={() => onPause(!paused)}>
        {paused ? t('resume') : t('pause')}
      </button>
      <button type="button" className="logs-link" onClick={onRefresh}>
        {t('refreshNow')}
      </button>
    </span>
  );
}

/** Nothing fits what is wanted; what was not read yet may. */
function NoneFits({ live, tail }: { live: Live; tail: ReturnType<typeof useTail> }) {
  const actions = (
    <>
      <Button onClick={live.showAll}>{t('showAll')}</Button>
      {tail.start > 0 && <Button onClick={() => void tail.earlier()}>{t('earlier')}</Button>}
    </>
  );
  return (
    <EmptyState icon="search" title={t('noMatch')} action={actions}>
      {tail.start > 0 && t('noMatchBefore')}
    </EmptyState>
  );
}

/** Nothing stands in this file; others of the service may say more. */
function EmptyFile({ live: { file, logs, chooseFile } }: { live: Live }) {
  const others = logs.filter((one) => one !== file);
  const actions = others.map((one) => (
    <Button key={one} size="small" onClick={() => chooseFile(one)}>
      {one}
    </Button>
  ));
  return (
    <EmptyState icon="file" title={t('empty')} action={others.length > 0 && <>{actions}</>}>
      {others.length > 0 && t('emptyOthers')}
    </EmptyState>
  );
}

interface ContentProps {
  live: Live;
  tail: ReturnType<typeof useTail>;
  shown: readonly LogLine[];
  onRetry: () => void;
}

function Content({ live, tail, shown, onRetry }: ContentProps) {
  const { file, config, asText, wrap, marked, mark } = live;
  const known = tail.last !== undefined || (config.isSuccess && file === '');
  const label = t('text', { file });
  const linkTo = useCallback((key: string) => {
    const address = new URL(window.location.href);
    address.searchParams.set('line', key);
    return address.href;
  }, []);
  const { setRequest } = live;
  const latest = useRef(setRequest);
  useEffect(() => {
    latest.current = setRequest;
  });
  const onRequest = useCallback((requestId: string) => latest.current(requestId), []);
  if ((config.isError || tail.failed) && !known)
    return <EmptyState icon="file" title={t('noData')} action={<Button onClick={onRetry}>{t('tryAgain')}</Button>} />;
  if (!known) return <Skeleton lines={12} />;
  if (tail.lines.length === 0) return <EmptyFile live={live} />;
  if (shown.length === 0) return <NoneFits live={live} tail={tail} />;
  if (asText) return <LogText text={shown.map(({ text }) => `${text}\n`).join('')} label={label} wrap={wrap} />;
  const more = tail.start > 0 ? tail.earlier : undefined;
  return <LogRecords lines={shown} label={label} wrap={wrap} marked={marked} onMark={mark} onRequest={onRequest} linkTo={linkTo} onEarlier={more} />;
}

/** Reads back to the line that the address names, as far as this file goes. */
function useWayTo(marked: string, { last, lines, start, earlier }: ReturnType<typeof useTail>) {
  const sought = useRef(marked);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    if (sought.current === '' || last === undefined) return;
    const [fileId, byte] = sought.current.split('.');
    if (lines.some(({ key }) => key === sought.current)) sought.current = '';
    else if (fileId !== last.file_id || start === 0 || Number(byte) >= start) {
      sought.current = '';
      setGone(true);
    } else void earlier();
  }, [last, lines, start, earlier]);
  return isGone;
}

/** Shows what services write to their log files, on every node, as it is written. */
export function SystemLogsPage() {
  const live = useLiveLog();
  const { state, config, logs, file, wanted, paused } = live;
  const { cloud } = useSession();
  const tail = useTail(file === '' ? undefined : { type: state.product, node: state.node, id: file });
  const isGone = useWayTo(live.marked, tail);
  const seconds = Math.max(1, Math.round((config.data?.refresh_rate_millis ?? defaultLogRefresh) / 1000));
  const countdown = useCountdown(seconds, paused, () => void tail.refresh());
  const refreshNow = () => {
    countdown.restart();
    if (config.error) void config.refetch();
    void tail.refresh();
  };
  const { search, level, requestId } = wanted;
  const shown = useMemo(() => linesWith(tail.lines, { search, level, requestId }), [tail.lines, search, level, requestId]);
  const support = (
    <LinkButton to="/admin/support-zone" icon="help">
      {t('supportZone')}
    </LinkButton>
  );
  return (
    <Page title={t('title')} actions={!cloud && support}>
      <div className="logs-choices">
        <Choice label={t('service')} value={state.product} options={productOptions(state)} onChange={live.chooseProduct} />
        <Choice label={t('node')} value={state.node} options={nodeOptions(state)} onChange={live.chooseNode} none={t('thisNode')} />
        <Choice label={t('file')} value={file} options={logs.map((id) => [id, id] as const)} onChange={live.chooseFile} none={t('noFile')} />
      </div>
      <div className="logs-bar">
        <Times last={tail.last} />
        <Refresh left={countdown.left} paused={paused} onPause={live.setPaused} onRefresh={refreshNow} />
      </div>
      <LogControls live={live} matching={shown.length} />
      {isGone && <Banner kind="warning">{t('lineGone')}</Banner>}
      <Content key={`${state.product} ${state.node} ${file}`} live={live} tail={tail} shown={shown} onRetry={refreshNow} />
    </Page>
  );
}
