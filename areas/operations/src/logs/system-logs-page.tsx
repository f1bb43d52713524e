import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { getUrl } from '@packhouse/contract/client.ts';
import { defaultLogRefresh, downloadLog, type LogData, type LogType } from '@packhouse/contract/operations/operations-log-routes.ts';
import { Button, EmptyState, Field, Icon, LinkButton, Page, RelativeTime, SearchField, Skeleton } from '@packhouse/ui/core.ts';
import { useId } from 'react';
import { type LiveLog, productTitles } from './live-log.ts';
import { LogText, linesWith } from './log-text.tsx';
import { t } from './logs-words.ts';
import { useCountdown } from './use-countdown.ts';
import { useLiveLog } from './use-live-log.ts';
import { useTail } from './use-tail.ts';
import './logs.css';

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

interface ContentProps {
  text: string;
  search: string;
  file: string;
  known: boolean;
  failed: boolean;
  onRetry: () => void;
}

function Content({ text, search, file, known, failed, onRetry }: ContentProps) {
  if (failed && !known) return <EmptyState icon="file" title={t('noData')} action={<Button onClick={onRetry}>{t('tryAgain')}</Button>} />;
  if (!known) return <Skeleton lines={12} />;
  const shown = linesWith(text, search);
  if (text === '') return <EmptyState icon="file" title={t('empty')} />;
  if (shown === '') return <EmptyState icon="search" title={t('noMatch')} />;
  return <LogText text={shown} label={t('text', { file })} />;
}

/** Shows what services write to their log files, on every node, as it is written. */
export function SystemLogsPage() {
  const live = useLiveLog();
  const { state, config, logs, file, search, paused } = live;
  const { cloud } = useSession();
  const tail = useTail(file === '' ? undefined : { type: state.product, node: state.node, id: file });
  const seconds = Math.max(1, Math.round((config.data?.refresh_rate_millis ?? defaultLogRefresh) / 1000));
  const countdown = useCountdown(seconds, paused, () => void tail.refresh());
  const refreshNow = () => {
    countdown.restart();
    if (config.error) void config.refetch();
    void tail.refresh();
  };
  const lines = search === '' ? 0 : linesWith(tail.text, search).split('\n').filter(Boolean).length;
  return (
    <Page
      title={t('title')}
      actions={
        !cloud && (
          <LinkButton to="/admin/support-zone" icon="help">
            {t('supportZone')}
          </LinkButton>
        )
      }
    >
      <div className="logs-choices">
        <Choice label={t('service')} value={state.product} options={productOptions(state)} onChange={live.chooseProduct} />
        <Choice label={t('node')} value={state.node} options={nodeOptions(state)} onChange={live.chooseNode} none={t('thisNode')} />
        <Choice label={t('file')} value={file} options={logs.map((id) => [id, id] as const)} onChange={live.chooseFile} none={t('noFile')} />
      </div>
      <div className="logs-bar">
        <Times last={tail.last} />
        <Refresh left={countdown.left} paused={paused} onPause={live.setPaused} onRefresh={refreshNow} />
      </div>
      <div className="logs-bar">
        <SearchField label={t('search')} value={search} onChange={live.setSearch} />
        {search !== '' && <span className="ph-muted">{t('matching', { count: lines })}</span>}
        {file !== '' && (
          <a
            className="ph-button ph-button-secondary logs-download"
            href={getUrl(downloadLog, { params: { logType: state.product }, query: { ...(state.node ? { nodeId: state.node } : {}), id: file } })}
            download={file}
          >
            <Icon name="download" />
            <span>{t('download')}</span>
          </a>
        )}
      </div>
      <Content
        text={tail.text}
        search={search}
        file={file}
        known={tail.last !== undefined || (config.isSuccess && file === '')}
        failed={config.isError || tail.failed}
        onRetry={refreshNow}
      />
    </Page>
  );
}
